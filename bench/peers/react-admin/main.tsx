/** @jsxImportSource react */
import { createRoot } from 'react-dom/client'
import { Admin, Datagrid, DateField, List, Resource, SelectInput, TextField } from 'react-admin'
import { bookings } from './bookings.ts'

const SERVICES = ['Catering', 'Photography', 'Event']
const FILTERS = [
  <SelectInput
    key="service"
    source="service"
    alwaysOn
    choices={SERVICES.map((id) => ({ id, name: id }))}
  />,
]

/** The bookings of the first tab of Booking Details, with the fields of its cards. */
function Bookings() {
  return (
    <List perPage={50} filters={FILTERS} sort={{ field: 'createdAt', order: 'DESC' }}>
      <Datagrid bulkActionButtons={false}>
        <TextField source="numberId" sortable={false} />
        <TextField source="eventType" sortable={false} />
        <TextField source="status" sortable={false} />
        <DateField source="dateFrom" sortable={false} />
        <DateField source="createdAt" />
        <TextField source="services" sortable={false} />
        <TextField source="partnerName" sortable={false} />
        <TextField source="location" sortable={false} />
        <TextField source="budget" sortable={false} />
      </Datagrid>
    </List>
  )
}

createRoot(document.querySelector('#root') as HTMLElement).render(
  <Admin dataProvider={bookings} disableTelemetry>
    <Resource name="bookings" list={Bookings} />
  </Admin>,
)
