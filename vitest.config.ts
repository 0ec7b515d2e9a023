import { join } from 'node:path'
import { playwright } from '@vitest/browser-playwright'
import tailwind from '@tailwindcss/vite'
import { configDefaults, defineConfig } from 'vitest/config'
import { headlessChromium } from './e2e/testing/browser.ts'

// the servers and commands that tests start as processes need not compile the same files again
process.env['NODE_COMPILE_CACHE'] ??= join(import.meta.dirname, '.cache/compiled')

/** The client's tests on the real server, which run beside the server's own, on the same PostgreSQL. */
const CLIENT_WITH_SERVER = ['client/src/server.test.ts', 'client/src/repeatable-writes.test.ts']

/** Component tests that need a page each: they replace modules, or send changes over the live connection of a page. */
const IN_OWN_PAGE = [
  'console/failures/changed-list.test.tsx',
  'console/failures/changed-role.test.tsx',
  'console/failures/failure-matrix.test.tsx',
  'console/failures/unloaded-code.test.tsx',
  'console/failures/unloaded-dialogs.test.tsx',
  'console/src/features/document/PdfViewer.test.tsx',
  'console/src/features/list/paged-list.test.tsx',
  'console/src/ui/touch-keyboard.test.tsx',
]

export default defineConfig({
  test: {
    maxWorkers: '100%',
    // most of the tests wait some milliseconds, but a machine that is busy with others can take seconds
    expect: { poll: { interval: 20, timeout: 15_000 } },
    projects: [
      {
        test: {
          name: 'domain',
          include: ['{domain,contract,demo}/src/**/*.test.ts'],
          // pure functions leave nothing behind for one another
          isolate: false,
          testTimeout: 30_000,
        },
      },
      {
        test: {
          name: 'server',
          include: ['server/**/*.test.ts', ...CLIENT_WITH_SERVER],
          globalSetup: ['server/testing/postgres.ts'],
          // each file has its own database and server; what remains of the modules is reset
          isolate: false,
          setupFiles: ['server/testing/each-file.ts'],
          testTimeout: 30_000,
          hookTimeout: 120_000,
        },
      },
      {
        test: {
          name: 'console',
          include: ['{client,adapter,console}/**/*.test.ts'],
          exclude: [...configDefaults.exclude, ...CLIENT_WITH_SERVER],
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'repository',
          include: ['{scripts,bench}/**/*.test.ts'],
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
      {
        plugins: [tailwind()],
        oxc: { jsx: { runtime: 'automatic', importSource: 'preact', development: false } },
        // found only while a test runs, a package makes Vite reload the page
        optimizeDeps: {
          include: [
            '@panzoom/panzoom',
            '@simplewebauthn/browser',
            '@tanstack/preact-query',
            'd3-scale',
            'd3-shape',
            'hucre/csv',
            'hucre/xlsx',
            'pdfjs-dist/legacy/build/pdf.mjs',
            'preact',
            'preact/compat',
            'preact/compat/client',
            'preact/hooks',
            'preact/jsx-runtime',
            'typebox',
          ],
        },
        test: {
          name: 'components',
          setupFiles: ['console/testing/unpainted.ts'],
          testTimeout: 30_000,
          browser: {
            enabled: true,
            // on a machine with other work, the page loads for longer than a minute
            connectTimeout: 300_000,
            headless: true,
            screenshotFailures: false,
            // a part of a text is enough, as in Playwright
            locators: { exact: false },
            viewport: { width: 1440, height: 900 },
            provider: playwright({
              // that of the marketplace's administrators, as in the journeys
              contextOptions: { timezoneId: 'Asia/Kolkata' },
              launchOptions: headlessChromium,
            }),
            instances: [
              {
                browser: 'chromium',
                include: ['console/**/*.test.tsx'],
                exclude: [...configDefaults.exclude, ...IN_OWN_PAGE],
                // loading the console for each file takes longer than most of the tests
                isolate: false,
              },
              { browser: 'chromium', name: 'components in own page', include: IN_OWN_PAGE },
            ],
          },
        },
      },
    ],
  },
})
