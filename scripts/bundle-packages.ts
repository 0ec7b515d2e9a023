// Makes the bundles of scripts/package-bundles.ts.
import { readdir, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { build } from 'vite'
import { BUNDLES, bundleFolder } from './package-bundles.ts'

const folder = bundleFolder()
const draft = `${folder}.${process.pid}`

await build({
  configFile: false,
  publicDir: false,
  logLevel: 'error',
  ssr: { noExternal: true },
  build: {
    ssr: true,
    outDir: draft,
    minify: false,
    rolldownOptions: {
      input: BUNDLES,
      treeshake: false,
      output: { entryFileNames: '[name].js' },
    },
  },
})
// bundles of earlier versions, and of interrupted starts
const parent = dirname(folder)
const others = (await readdir(parent)).filter((name) => join(parent, name) !== draft)
await Promise.all(others.map((name) => rm(join(parent, name), { recursive: true })))
await rename(draft, folder)
