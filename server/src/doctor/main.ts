// Entry point of `npm run doctor`: checks the settings and everything that they name. Exits with 1 if something does not work.
import { explainStartupError } from '../terminal/startup-error.ts'
import { diagnose, report } from './doctor.ts'

try {
  const findings = await diagnose(process.env)
  process.stdout.write(`${report(findings)}\n`)
  process.exitCode = findings.some(({ is }) => is === 'problem') ? 1 : 0
} catch (error) {
  process.stderr.write(`${explainStartupError(error)}\n`)
  process.exitCode = 2
}
