// The worker of the demonstration without a server: it generates the records and answers from them.
import { type DemoSettings, createDemoAdapter } from './demo-adapter.ts'
import { serveAdapter } from './serve-adapter.ts'

serveAdapter((settings, tokens) => createDemoAdapter(settings as DemoSettings, tokens))
