// The console. Vite builds it into dist/console/ when it has changed.
import { existsSync, readFileSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { mkdir, readFile, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify, stripVTControlCharacters } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { BuildMistake } from './report.js'
import { hash, installedVersions, root } from './sources.js'

const sources = join(root, 'console')
/** Uploads are sent by the client for programs. */
const client = join(root, 'client')
const built = join(root, 'dist/console')
const note = join(root, 'dist/console-made-of')

/** Compressing a smaller file saves nothing. */
const WORTH_COMPRESSING = 512
const compressed = /\.(?:m?js|css|svg)$/
/** The best level takes seconds for a file that is larger. */
const LARGE = 512 * 1024
const LEVEL_OF_LARGE = 8

/** Whether the build matches the sources of the console. */
export function consoleIsCurrent () {
  return existsSync(join(built, 'index.html')) && existsSync(note) && readFileSync(note, 'utf8') === madeOf()
}

/** Throws BuildMistake with Vite's message if it refuses a source. */
export async function buildConsole () {
  const madeNow = madeOf()
  rmSync(note, { force: true })
  const place = `${built}.new`
  await bundle(sources, place, /console[\\/]main\.tsx$/)
  await bundle(join(sources, 'share'), join(place, 'share'), /share[\\/]main\.tsx$/)
  rmSync(built, { recursive: true, force: true })
  renameSync(place, built)
  writeFileSync(note, madeNow)
}

/** Builds an application: the console, or the page of links, which is a small one. */
async function bundle (sources, place, first) {
  const { build } = await import('vite')
  await mkdir(place, { recursive: true })
  try {
    await build({
      root: sources,
      configFile: false,
      logLevel: 'silent',
      // Pages are at several depths, below any path of a proxy.
      base: './',
      publicDir: false,
      oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
      build: {
        outDir: place,
        assetsDir: 'static',
        emptyOutDir: true,
        target: 'es2022',
        // One style sheet: loading a screen must not change the looks of others.
        cssCodeSplit: false,
        assetsInlineLimit: 0,
        modulePreload: { polyfill: false },
        reportCompressedSize: false,
        // What the first screen needs is one file, whatever other screens share with it: each file costs its headers.
        rolldownOptions: { output: { codeSplitting: { groups: [{ name: 'first', test: first }] } } }
      }
    })
  } catch (error) {
    if (error.code === 'ERR_MODULE_NOT_FOUND') throw error
    throw new BuildMistake(`the console cannot be built:\n${stripVTControlCharacters(error.message)}`)
  }
  const assets = join(place, 'static')
  await Promise.all((await readdir(assets)).map(async (name) => compress(join(assets, name))))
}

/** Writes compressed copies next to the files: once and at the best level, for browsers that accept them. */
async function compress (path) {
  const bytes = await readFile(path)
  if (!compressed.test(path) || bytes.length < WORTH_COMPRESSING) return
  const [brotli, zipped] = await Promise.all([
    promisify(brotliCompress)(bytes, {
      params: {
        [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
        [constants.BROTLI_PARAM_QUALITY]: bytes.length > LARGE ? LEVEL_OF_LARGE : constants.BROTLI_MAX_QUALITY
      }
    }),
    promisify(gzip)(bytes, { level: 9 })
  ])
  await Promise.all([writeFile(`${path}.br`, brotli), writeFile(`${path}.gz`, zipped)])
}

function madeOf () {
  const names = readdirSync(sources, { recursive: true, encoding: 'utf8' })
    .filter((name) => statSync(join(sources, name)).isFile()).sort()
  const ofClient = readdirSync(client).filter((name) => /\.(?:ts|json)$/.test(name)).sort()
  return hash([
    ...names.flatMap((name) => [name, readFileSync(join(sources, name))]),
    ...ofClient.flatMap((name) => [name, readFileSync(join(client, name))]),
    readFileSync(join(root, 'src/basics/time-code.ts')),
    readFileSync(import.meta.filename),
    ...installedVersions('vite', 'preact', '@preact/signals')
  ])
}
