/** Allows `attempts` attempts in a window of `seconds`, which begins with the first attempt. */
export interface Limit {
  attempts: number
  seconds: number
}

/** docs/decisions/sign-in-limits.md, super-admin.md and disclosures.md explain these values. */
export const LIMITS = {
  signInByAccountAndAddress: { attempts: 10, seconds: 15 * 60 },
  signInByAddress: { attempts: 100, seconds: 15 * 60 },
  signInByAccount: { attempts: 100, seconds: 60 * 60 },
  failedSignInByAccount: { attempts: 1_000_000, seconds: 60 * 60 },
  failedFactorByAccount: { attempts: 1_000_000, seconds: 60 * 60 },
  lockOutByAccount: { attempts: 1, seconds: 15 * 60 },
  signInByDevice: { attempts: 10, seconds: 15 * 60 },
  factorByAccount: { attempts: 10, seconds: 15 * 60 },
  factorByDevice: { attempts: 10, seconds: 15 * 60 },
  factorBySession: { attempts: 10, seconds: 15 * 60 },
  confirmationByAccount: { attempts: 10, seconds: 15 * 60 },
  factorByAddress: { attempts: 100, seconds: 15 * 60 },
  resetByAccount: { attempts: 5, seconds: 60 * 60 },
  resetByAddress: { attempts: 20, seconds: 60 * 60 },
  resetByDevice: { attempts: 5, seconds: 60 * 60 },
  newPasswordByCode: { attempts: 10, seconds: 15 * 60 },
  newPasswordByAddress: { attempts: 50, seconds: 15 * 60 },
  passwordBySession: { attempts: 10, seconds: 15 * 60 },
  refreshByAddress: { attempts: 600, seconds: 60 },
  refreshBySession: { attempts: 60, seconds: 60 },
  // an account may do twice as much as a session, so that a thief of one session leaves the other half to its owner
  sendOtpBySession: { attempts: 5, seconds: 15 * 60 },
  sendOtpByAccount: { attempts: 10, seconds: 15 * 60 },
  sendOtpByAddress: { attempts: 20, seconds: 15 * 60 },
  enterOtpBySession: { attempts: 20, seconds: 60 * 60 },
  enterOtpByAccount: { attempts: 40, seconds: 60 * 60 },
  enterOtpByAddress: { attempts: 60, seconds: 60 * 60 },
  inviteByAccount: { attempts: 60, seconds: 60 * 60 },
  exportByAccount: { attempts: 60, seconds: 60 * 60 },
  showNumberByAccount: { attempts: 60, seconds: 60 * 60 },
  openDocumentByAccount: { attempts: 600, seconds: 60 * 60 },
} satisfies Record<string, Limit>

export type LimitName = keyof typeof LIMITS
export type Limits = Record<LimitName, Limit>
