import {
  MANUAL_FIELDS,
  type ManualField,
  type ManualPartner,
  type ManualProblems,
  MAX_MANUAL_FIELD,
} from '@mandap/domain/booking/manual-partner.ts'
import type { ComponentProps } from 'preact/compat'
import { EMAIL_INPUT, TextField } from '../../ui/Field.tsx'

/** The label of each field, whose name on the wire is that of the specification (§2.6). */
const FIELDS: Record<ManualField, ComponentProps<typeof TextField>> = {
  PartnerName: { label: 'Partner name', required: true, dir: 'auto' },
  companyName: { label: 'Company name', dir: 'auto' },
  companyLocation: { label: 'Company location', dir: 'auto' },
  companyNumber: { label: 'Company number', type: 'tel' },
  personalNumber: { label: 'Personal number', type: 'tel' },
  companyEmailId: { label: 'Company e-mail', ...EMAIL_INPUT },
}

export function ManualFields({
  manual,
  problems,
  onField,
}: {
  manual: ManualPartner
  problems: ManualProblems
  onField: (field: ManualField, text: string) => void
}) {
  return (
    <div className="grid gap-x-4 gap-y-3.5 sm:grid-cols-2">
      {MANUAL_FIELDS.map((name) => (
        <TextField
          key={name}
          {...FIELDS[name]}
          name={name}
          autoComplete="off"
          maxLength={MAX_MANUAL_FIELD}
          value={manual[name]}
          error={problems[name]}
          onText={(text) => onField(name, text)}
        />
      ))}
    </div>
  )
}
