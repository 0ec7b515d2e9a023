/** What is used of react-admin, which is installed only for the measurement. */
declare module 'react-admin' {
  import type { ComponentType, ReactNode } from 'react'

  interface FieldProps {
    source: string
    sortable?: boolean
  }

  export const Admin: ComponentType<{
    dataProvider: object
    disableTelemetry: boolean
    children: ReactNode
  }>
  export const Resource: ComponentType<{ name: string; list: ComponentType }>
  export const List: ComponentType<{
    perPage: number
    filters: ReactNode[]
    sort: { field: string; order: 'ASC' | 'DESC' }
    children: ReactNode
  }>
  export const Datagrid: ComponentType<{ bulkActionButtons: false; children: ReactNode }>
  export const TextField: ComponentType<FieldProps>
  export const DateField: ComponentType<FieldProps>
  export const SelectInput: ComponentType<{
    source: string
    alwaysOn?: boolean
    choices: { id: string; name: string }[]
  }>
}
