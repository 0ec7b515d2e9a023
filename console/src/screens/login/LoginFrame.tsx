import type { ReactNode } from 'react'
import { Logo } from '../../app/Logo.tsx'

/** The login form on the left; where there is room, a mandap by night on the right. */
export function LoginFrame({ children }: { children: ReactNode }) {
  return (
    <div className="grid min-h-dvh bg-surface lg:grid-cols-[minmax(28rem,5fr)_7fr]">
      <main className="flex flex-col justify-center px-6 py-12 sm:px-10">
        <div className="mx-auto w-full max-w-88">
          <div className="mb-8 flex items-center gap-2.5 text-lg font-semibold tracking-tight">
            <Logo className="size-8" />
            Mandap
          </div>
          {children}
        </div>
      </main>
    </div>
  )
}
