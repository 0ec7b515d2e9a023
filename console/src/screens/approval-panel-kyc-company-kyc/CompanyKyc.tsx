import { StepPage } from '../../features/verification/StepPage.tsx'

/** Renders the company verification of a partner (§2.10): GST and incorporation certificates. */
export default function CompanyKyc() {
  return <StepPage step="companyVerification" />
}
