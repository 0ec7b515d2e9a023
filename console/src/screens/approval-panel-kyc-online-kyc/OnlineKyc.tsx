import { StepPage } from '../../features/verification/StepPage.tsx'

/** Renders the online KYC step of a partner (§2.10): video, Aadhar card and PAN card. */
export default function OnlineKyc() {
  return <StepPage step="onlineKyc" />
}
