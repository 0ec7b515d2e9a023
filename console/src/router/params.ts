import { createContext, use } from 'preact/compat'

/** The values in the path of the rendered screen: `{ id }` for a screen at `/partner-details/:id`. */
export const ParamsContext = createContext<Readonly<Record<string, string>>>({})

export function useParams(): Readonly<Record<string, string>> {
  return use(ParamsContext)
}
