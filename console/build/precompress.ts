import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import type { Plugin } from 'vite'

const TEXT = /\.(?:css|html|js|json|svg|txt|webmanifest)$/

/** Writes `.br` and `.gz` beside every text file, so that the server does not compress while it answers. */
export function precompress(): Plugin {
  let folder = ''
  return {
    name: 'precompress',
    apply: 'build',
    configResolved(config) {
      folder = resolve(config.root, config.build.outDir)
    },
    closeBundle() {
      for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
        if (!TEXT.test(name)) continue
        const file = join(folder, name)
        // the assets of an earlier build stay in the folder, already compressed
        if (isCompressed(file)) continue
        const text = readFileSync(file)
        writeFileSync(
          `${file}.br`,
          brotliCompressSync(text, {
            params: {
              [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
              [constants.BROTLI_PARAM_SIZE_HINT]: text.length,
            },
          }),
        )
        writeFileSync(`${file}.gz`, gzipSync(text, { level: 9 }))
      }
    },
  }
}

function isCompressed(file: string): boolean {
  // .gz is written after .br, so that both exist if it does
  const compressed = statSync(`${file}.gz`, { throwIfNoEntry: false })
  return compressed !== undefined && compressed.mtimeMs >= statSync(file).mtimeMs
}
