import type { ComponentProps } from 'react'
import type { ManualPartner } from '@mandap/domain/booking/swap.ts'
import { TextField } from '../../ui/Field.tsx'
import type { ManualField, ManualProblems } from './planner-draft.ts'

/** The fields of a partner entered by hand (§2.6), each named as POST /temp-partner carries it. */
const FIELDS: readonly (Pick<ComponentProps<'input'>, 'type' | 'inputMode' | 'required'> & {
  name: ManualField
  label: string
})[] = [
  { name: 'PartnerName', label: 'Partner name', required: true },
  { name: 'personalNumber', label: 'Personal number', type: 'tel' },
  { name: 'companyName', label: 'Company name' },
  { name: 'companyLocation', label: 'Company location' },
  { name: 'companyNumber', label: 'Company number', type: 'tel' },
  { name: 'companyEmailId', label: 'Company e-mail', type: 'email', inputMode: 'email' },
]

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
      {FIELDS.map(({ name, ...field }) => (
        <TextField
          key={name}
          {...field}
          name={name}
          autoComplete="off"
          maxLength={200}
          value={manual[name]}
          error={problems[name]}
          onText={(text) => onField(name, text)}
        />
      ))}
    </div>
  )
}
