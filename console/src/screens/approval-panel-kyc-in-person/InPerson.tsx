import { StepPage } from '../../verification/StepPage.tsx'

/** The in-person verification of a partner (§2.10): Approve and Decline only. */
export default function InPerson() {
  return <StepPage step="inPerson" />
}
