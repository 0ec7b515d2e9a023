import { styleText } from 'node:util'

/** Shows the progress of a step beside its title, such as '42 %'. */
export type Note = (text: string) => void

const screen = process.stderr
const live = screen.isTTY && !process.env['CI']

// writing to a closed terminal is not an error
screen.on('error', () => {})

/** The steps that are running, each as the function that shows it. */
const running = new Set<() => void>()

/**
 * Runs a long step and shows its title, the elapsed time and its result. Of several at once, a terminal shows the
 * time of the first one.
 */
export async function step<T>(title: string, work: (note: Note) => Promise<T>): Promise<T> {
  const started = performance.now()
  let latest = ''
  const line = (mark: string) => `  ${mark} ${title}${latest && ` ${latest}`} ${since(started)}`
  const draw = () => {
    if (!live) screen.write(`${line('…')}\n`)
    else if ([...running][0] === draw) screen.write(`\r\x1b[2K${line('…')}`)
  }
  running.add(draw)
  const timer = setInterval(draw, live ? 100 : 10_000)
  const end = (mark: string) => {
    clearInterval(timer)
    running.delete(draw)
    latest = ''
    screen.write(`${live ? '\r\x1b[2K' : ''}${line(mark)}\n`)
  }
  try {
    const result = await work((text) => (latest = text))
    end(paint('green', '✓'))
    return result
  } catch (error) {
    end(paint('red', '✗'))
    throw error
  }
}

/** Returns a progress bar: '████████░░░░░░░░░░░░  42 %'. A `share` above 1 is shown as 1. */
export function progressBar(share: number): string {
  // a file may grow while it is read
  const shown = Math.min(1, share)
  const full = Math.round(shown * 20)
  const percent = String(Math.floor(shown * 100)).padStart(3)
  return `${paint('cyan', '█'.repeat(full))}${paint('dim', '░'.repeat(20 - full))} ${percent} %`
}

/** Returns the elapsed time since `started` (of `performance.now()`), as '0.4 s' or '1 min 12 s'. */
export function since(started: number): string {
  const seconds = (performance.now() - started) / 1000
  const whole = Math.round(seconds)
  const text =
    whole < 60 ? `${seconds.toFixed(1)} s` : `${Math.floor(whole / 60)} min ${whole % 60} s`
  return paint('dim', text)
}

/** Returns the text in a style, if the terminal supports styles. */
export function paint(style: Parameters<typeof styleText>[0], text: string): string {
  return styleText(style, text, { stream: screen })
}

export function say(text = ''): void {
  screen.write(`${text}\n`)
}
