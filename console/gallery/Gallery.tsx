import { CHOSEN_DAYS } from '@mandap/domain/time/days.ts'
import { useLocation } from '../src/router/Router.tsx'
import { type ReactNode, useState } from 'preact/compat'
import { setTheme, THEMES, useTheme } from '../src/ui/theme.ts'
import { TONES } from '@mandap/domain/status/tone.ts'
import { Badge } from '../src/ui/Badge.tsx'
import { Button, ButtonLink, IconButton } from '../src/ui/Button.tsx'
import { Card } from '../src/ui/Card.tsx'
import { SegmentedControl } from '../src/ui/SegmentedControl.tsx'
import { Combobox } from '../src/ui/Combobox.tsx'
import { DescriptionList } from '../src/ui/DescriptionList.tsx'
import { Dialog } from '../src/ui/Dialog.tsx'
import { DateField, PasswordField, SelectField, TextField } from '../src/ui/Field.tsx'
import { ICONS, Icon } from '../src/ui/Icon.tsx'
import { Skeleton, Spinner, ThreeDots } from '../src/ui/loading.tsx'
import { Notice } from '../src/ui/Notice.tsx'
import { Menu, MenuButton, MenuLink } from '../src/ui/Menu.tsx'
import { ToastRegion, showToast } from '../src/ui/Toast.tsx'
import { PageHeader } from '../src/ui/PageHeader.tsx'
import { SearchField } from '../src/ui/SearchField.tsx'
import { EmptyState, ErrorState } from '../src/ui/states.tsx'
import { TabPanel, Tabs } from '../src/ui/Tabs.tsx'

/** Renders every UI component in its states, for viewing and for e2e/primitives.spec.ts. */
export function Gallery() {
  const theme = useTheme()
  return (
    <main className="mx-auto grid max-w-6xl grid-cols-1 gap-4 px-4 py-6">
      <PageHeader
        title="Primitives"
        subtitle="What every screen is made of"
        aside={<Badge tone="info">ui</Badge>}
        back={{ to: '/', label: 'Console' }}
        actions={
          <SegmentedControl
            label="Theme"
            options={THEMES.map((value) => ({ value, label: value }))}
            value={theme}
            onValue={setTheme}
          />
        }
      />
      <div className="grid grid-cols-1 gap-4 lg:grid-cols-2">
        <Buttons />
        <Badges />
        <Notices />
        <Fields />
        <Numbers />
        <TabRow />
        <Places />
        <Card title="Description list">
          <DescriptionList
            items={[
              { term: 'Name', value: 'Meenakshi Subramaniam' },
              {
                term: 'Location',
                value: 'Flat 12, Lake View Apartments, Jubilee Hills, Hyderabad',
              },
              { term: 'Phone', value: '98765 43210' },
            ]}
          />
        </Card>
        <Card title="On their way">
          <div className="grid gap-3">
            <Skeleton />
            <Skeleton className="h-4 w-2/3" />
            <Spinner label="Loading" />
            <ThreeDots label="Loading bookings" />
          </div>
        </Card>
        <Card title="Empty">
          <EmptyState
            text="No bookings match the selected filters."
            hint="Widen the dates, or take a filter away."
            action={<Button>Clear filters</Button>}
          />
        </Card>
        <Card title="Failed">
          <ErrorState
            text="Failed to fetch partner details."
            hint="Can't reach the server. Check your connection and try again."
            onRetry={() => {}}
          />
        </Card>
      </div>
      <Card title="Icons">
        <ul className="flex flex-wrap gap-3">
          {ICONS.map((name) => (
            <li key={name} className="grid w-20 justify-items-center gap-1 text-xs text-ink-muted">
              <Icon name={name} className="size-6 text-ink" />
              {name}
            </li>
          ))}
        </ul>
      </Card>
      <ToastRegion />
    </main>
  )
}

function Buttons() {
  const [count, setCount] = useState(0)
  const more = () => setCount(count + 1)
  return (
    <Card title="Buttons">
      <Row>
        <Button look="primary" onClick={more}>
          Save
        </Button>
        <Button icon="edit" onClick={more}>
          Edit
        </Button>
        <Button look="quiet" onClick={more}>
          Cancel
        </Button>
        <Button look="danger" icon="trash" onClick={more}>
          Delete
        </Button>
        <IconButton icon="refresh" label="Refresh" onClick={more} />
        <ButtonLink to="/" icon="back">
          Back
        </ButtonLink>
      </Row>
      <Row>
        <Button look="primary" size="small" onClick={more}>
          Small
        </Button>
        <Button look="primary" size="large" onClick={more}>
          Large
        </Button>
        <Button look="primary" busy onClick={more}>
          Saving
        </Button>
        <Button disabledReason="Choose a partner first." onClick={more}>
          Save partner
        </Button>
      </Row>
      <p className="mt-3 text-ink-muted">{`Pressed ${count} times`}</p>
    </Card>
  )
}

function Badges() {
  return (
    <Card title="Badges">
      <Row>
        {TONES.map((tone) => (
          <Badge key={tone} tone={tone}>
            {tone}
          </Badge>
        ))}
      </Row>
      <Row>
        {TONES.map((tone) => (
          <Badge key={tone} tone={tone} dot>
            {tone}
          </Badge>
        ))}
      </Row>
    </Card>
  )
}

function Notices() {
  return (
    <Card title="Notices">
      <div className="grid gap-2">
        {TONES.map((tone) => (
          <Notice key={tone} tone={tone} text={`A notice of the tone ${tone}.`}>
            What it means and what to do next.
          </Notice>
        ))}
        <Notice
          tone="info"
          text="Your unsaved decision was kept."
          actions={
            <Button look="quiet" size="small">
              Discard
            </Button>
          }
        />
      </div>
    </Card>
  )
}

function Fields() {
  const [service, setService] = useState('all')
  const [day, setDay] = useState('')
  const [text, setText] = useState('')
  return (
    <Card title="Fields">
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField label="Partner name" hint="As it is on the invoice." />
        <TextField label="Company e-mail" defaultValue="asha@" error="Enter a whole address." />
        <PasswordField label="Password" />
        <DateField {...CHOSEN_DAYS} label="Booked Date" value={day} onValue={setDay} />
        <SelectField
          label="Service"
          value={service}
          onValue={setService}
          options={[
            { value: 'all', label: 'All Services' },
            { value: 'catering', label: 'Catering' },
            { value: 'photography', label: 'Photography' },
          ]}
        />
        <SearchField
          label="Search partners"
          placeholder="Search by name or company"
          value={text}
          onText={setText}
        />
      </div>
    </Card>
  )
}

const NUMBERS = ['MND10421', 'MND10422', 'MND10430', 'MND10511', 'MND20001']

function Numbers() {
  const [text, setText] = useState('')
  const [picked, setPicked] = useState('nothing')
  const number = text.replaceAll(/[^a-z0-9]/gi, '').toUpperCase()
  return (
    <Card title="Combobox">
      <Combobox
        label="Number ID"
        placeholder="MND10421"
        value={number}
        onText={setText}
        suggestions={NUMBERS.filter((one) => number !== '' && one.startsWith(number)).map(
          (one) => ({
            id: one,
            text: one,
            detail: 'Wedding in Jaipur',
          }),
        )}
        onSelect={(suggestion) => {
          setText(suggestion.text)
          setPicked(suggestion.text)
        }}
        emptyText="No matches"
      />
      <p className="mt-3 text-ink-muted">{`Picked ${picked}`}</p>
    </Card>
  )
}

const TABS = [
  'Booked',
  'Partner Visited',
  'Inprogress',
  'Upcoming',
  'Completed',
  'Cancelled Booking',
  'Cancelled Event',
] as const

function TabRow() {
  const params = new URLSearchParams(useLocation().search)
  const selected = TABS.find((tab) => tab === params.get('tab')) ?? 'Booked'
  const tabs = TABS.map((tab) => ({ id: tab, label: tab, to: `?tab=${encodeURIComponent(tab)}` }))
  return (
    <Card title="Tabs">
      <Tabs label="Bookings" tabs={tabs} selected={selected} panelId="lines" />
      <TabPanel id="lines" selected={selected} className="py-4">
        {`Here is ${selected}.`}
      </TabPanel>
      <Tabs label="Bookings again" look="pill" tabs={tabs} selected={selected} panelId="pills" />
      <TabPanel id="pills" selected={selected} className="pt-4">
        {`Here is ${selected}, too.`}
      </TabPanel>
    </Card>
  )
}

function Places() {
  const [open, setOpen] = useState(false)
  return (
    <Card title="Above the page">
      <Row>
        <Menu
          trigger="Pages"
          className="min-h-9 rounded-sm border border-line px-3 font-medium hover:bg-hover"
        >
          <MenuLink to="?page=1" icon="booking">
            Booking Details
          </MenuLink>
          <MenuLink to="?page=2" icon="approval" current>
            Approval Panel
          </MenuLink>
          <MenuButton icon="logout" onSelect={() => showToast('success', 'Logged out')}>
            Logout
          </MenuButton>
        </Menu>
        <Button onClick={() => setOpen(true)}>Open dialog</Button>
        <Button onClick={() => showToast('success', 'Partner Updated Successfully!')}>
          Succeed
        </Button>
        <Button onClick={() => showToast('error', 'Error updating partner. Please try again.')}>
          Fail
        </Button>
      </Row>
      {open && (
        <Dialog
          title="Edit planner"
          description="Who does this event."
          onClose={() => setOpen(false)}
          footer={
            <>
              <Button onClick={() => setOpen(false)}>Cancel</Button>
              <Button
                look="primary"
                onClick={() => showToast('error', 'Error saving details. Please try again.')}
              >
                Save
              </Button>
            </>
          }
        >
          <TextField label="Planner name" />
        </Dialog>
      )}
    </Card>
  )
}

function Row({ children }: { children: ReactNode }) {
  return <div className="mb-3 flex flex-wrap items-center gap-2 last:mb-0">{children}</div>
}
