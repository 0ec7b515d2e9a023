import tailwind from '@tailwindcss/vite'
import { defineConfig, type ProxyOptions } from 'vite'
import { CHUNKS, chunkOrder } from './build/chunks.ts'
import { compileHint } from './build/compile-hint.ts'
import { firstPaint } from './build/first-paint.ts'
import { pdfAssets } from './build/pdf-assets.ts'
import { precompress } from './build/precompress.ts'
import { PROXIED_PATHS } from './build/proxied-paths.ts'

const host = process.env['MANDAP_HOST'] ?? 'http://127.0.0.1:4000'

const proxy: Record<string, ProxyOptions> = {
  [PROXIED_PATHS]: {
    target: host,
    // a screen and a call may have the same path
    bypass: ({ headers }) => (headers.accept?.includes('text/html') ? '/index.html' : undefined),
  },
}

export default defineConfig(({ mode }) => ({
  root: import.meta.dirname,
  // the demonstration may be published below any folder
  base: mode === 'demo' ? './' : '/',
  plugins: [tailwind(), firstPaint(), chunkOrder(), compileHint(), pdfAssets(), precompress()],
  // for light-dark() and popovers, the browsers of the last two years
  build: {
    target: ['chrome123', 'edge123', 'firefox128', 'safari17.5'],
    cssCodeSplit: false,
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    rolldownOptions: {
      output: {
        codeSplitting: { groups: CHUNKS },
        // the name of a shared chunk would list all of the modules that share it
        // the page and the entry name every chunk, and hashes cannot be compressed
        chunkFileNames: ({ name }) => `assets/${name.split('~')[0]}-[hash:7].js`,
      },
    },
  },
  // ES modules, so that the worker can import rarely needed code on demand
  worker: { format: 'es' },
  server: { host: '127.0.0.1', proxy },
  preview: { host: '127.0.0.1', proxy },
}))
