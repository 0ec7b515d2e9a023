/** What is used of the browser's Trusted Types. Browsers without them ignore the policy of the page. */
interface TrustedTypes {
  createPolicy: (
    name: string,
    rules: { createScriptURL: (url: string) => string | null },
  ) => unknown
}

/**
 * Runs inline before any other script. The policy of the page refuses text as markup or as a script
 * (`require-trusted-types-for`); this lets scripts and workers of the console's own origin load. The page contains the
 * source of this function.
 */
export function trustedTypesScript() {
  const { trustedTypes } = window as { trustedTypes?: TrustedTypes }
  trustedTypes?.createPolicy('default', {
    createScriptURL: (url) =>
      new URL(url, document.baseURI).origin === location.origin ? url : null,
  })
}
