import { type ReactNode, useEffect, useRef } from 'preact/compat'
import { Logo } from './Logo.tsx'

/**
 * Renders a form on the left and, on a wide screen, a picture on the right. The shell in index.html looks the
 * same.
 */
export function LoginLayout({ children }: { children: ReactNode }) {
  return (
    <div className="grid min-h-dvh bg-surface lg:grid-cols-[minmax(28rem,5fr)_6fr]">
      <main className="garland flex flex-col px-6 pt-[max(5rem,14vh)] pb-12 sm:px-10 lg:bg-none">
        <div className="mx-auto w-full max-w-88">
          <p className="mb-10 flex items-center gap-2.5 text-lg font-semibold tracking-tight">
            <Logo className="size-8" />
            Mandap
          </p>
          {children}
        </div>
      </main>
      <div className="evening sticky top-0 hidden h-dvh lg:block" />
    </div>
  )
}

// in this file because a file of its own would be in the chunk of the signed-in screens, which the reset screen does not load
/**
 * Renders the heading of a step, which gets the focus when it appears, so that screen readers announce the step. Give
 * each step a `key`.
 */
export function StepHeading({ children }: { children: string }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <h1
      ref={heading}
      tabIndex={-1}
      className="text-2xl font-semibold tracking-tight text-balance outline-none"
    >
      {children}
    </h1>
  )
}
