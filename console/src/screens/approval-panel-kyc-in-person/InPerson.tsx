import { StepPage } from '../../features/verification/StepPage.tsx'

/** Renders the in-person verification of a partner (§2.10), which has Approve and Decline only. */
export default function InPerson() {
  return <StepPage step="inPerson" />
}
