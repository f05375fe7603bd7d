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
  await bundle(sources, place, [
    { name: 'first', test: /console[\\/]main\.tsx$/ }, { name: 'parts', test: parts },
    { name: 'send', test: /client[\\/]send\.ts$/ }, { name: 'item', test: ofItems }
  ])
  // What only some links need brings its own style sheet, which comes after that of the page.
  await bundle(join(sources, 'share'), join(place, 'share'), [{ name: 'first', test: /share[\\/]main\.tsx$/ }], {
    cssCodeSplit: true,
    modulePreload: false
  })
  await build(join(sources, 'loading'), place, {
    emptyOutDir: false,
    rolldownOptions: { input: join(sources, 'loading/loader.ts'), output: { entryFileNames: 'loader.js' } }
  })
  rmSync(built, { recursive: true, force: true })
  renameSync(place, built)
  writeFileSync(note, madeNow)
}

/** In place of Vite's helper, which is larger, and does not ask again for what is missing. */
const partsAskedAgain = {
  name: 'parts-asked-again',
  enforce: 'pre',
  load: (id) => id === '\0vite/preload-helper.js'
    ? `export { load as __vitePreload } from ${JSON.stringify(join(sources, 'loading/load.ts'))}`
    : null
}

/** The loader loads the script of the page, which is asked for at once. */
const byLoader = {
  name: 'by-loader',
  transformIndexHtml: {
    order: 'post',
    handler: (html) => html.replace(
      /<script type="module" crossorigin src="([^"]+)"><\/script>/,
      '<link rel="modulepreload" crossorigin href="$1">\n' +
      '    <script type="module" crossorigin src="./loader.js" data-src="$1"></script>'
    )
  }
}

/** What most screens share. */
const parts = /console[\\/](?:ui[\\/]|actions[\\/](?:actions-button|chosen|startable)|compare[\\/]comparison|items[\\/](?!item-screen|upload\.ts|conflict|checksum))/
/** What the page of an asset has in any case. */
const ofItems = new RegExp(String.raw`console[\\/](?:asset[\\/]asset|items[\\/]item-screen|attachments[\\/]attachments|` +
  String.raw`publications[\\/]publications|review[\\/](?:comments|approvals|star)|film[\\/]versions)\.tsx$`)

/** Builds an application: the console, or the page of links, which is a small one. */
async function bundle (sources, place, groups, more = {}) {
  await build(sources, place, {
    // One style sheet: loading a screen must not change the looks of others.
    cssCodeSplit: false,
    modulePreload: { polyfill: false },
    // What a screen needs is one file, whatever other screens share with it: each file costs its headers.
    rolldownOptions: { output: { codeSplitting: { groups } } },
    ...more
  }, [partsAskedAgain, byLoader])
  const assets = join(place, 'static')
  await Promise.all((await readdir(assets)).map(async (name) => compress(join(assets, name))))
}

/** @param {import('vite').BuildEnvironmentOptions} options */
async function build (sources, place, options, plugins = []) {
  const vite = await import('vite')
  await mkdir(place, { recursive: true })
  try {
    await vite.build({
      root: sources,
      configFile: false,
      logLevel: 'silent',
      // Pages are at several depths, below any path of a proxy.
      base: './',
      publicDir: false,
      plugins,
      oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
      build: {
        outDir: place,
        assetsDir: 'static',
        emptyOutDir: true,
        target: 'es2022',
        assetsInlineLimit: 0,
        reportCompressedSize: false,
        ...options
      }
    })
  } catch (error) {
    if (error.code === 'ERR_MODULE_NOT_FOUND') throw error
    throw new BuildMistake(`the console cannot be built:\n${stripVTControlCharacters(error.message)}`)
  }
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
  const own = names.map((name) => readFileSync(join(sources, name)))
  // The modules of the service that it imports depend on nothing else.
  const ofService = new Set(own.flatMap((text) => text.toString().match(/(?<=')\.\.\/\.\.\/src\/[^']+(?=')/g) ?? []))
  return hash([
    ...names.flatMap((name, index) => [name, own[index]]),
    ...ofClient.flatMap((name) => [name, readFileSync(join(client, name))]),
    ...[...ofService].sort().flatMap((name) => [name, readFileSync(join(root, name.slice('../../'.length)))]),
    readFileSync(import.meta.filename),
    ...installedVersions('vite', 'preact', '@preact/signals')
  ])
}
