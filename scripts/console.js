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
  await bundle(join(sources, 'share'), join(place, 'share'), [{ name: 'first', test: /share[\\/]main\.tsx$/ }], [partsOfLinks], {
    // What only some links need brings its own style sheet, which comes after that of the page.
    cssCodeSplit: true,
    modulePreload: false
  })
  rmSync(built, { recursive: true, force: true })
  renameSync(place, built)
  writeFileSync(note, madeNow)
}

/**
 * In place of Vite's helper, which is larger than what it saves on the page of a link: it loads the style sheets of a
 * part before the part, each once. If the helper gets another name, the test of the page's size fails.
 */
const partsOfLinks = {
  name: 'parts-of-links',
  enforce: 'pre',
  load: (id) => id === '\0vite/preload-helper.js' ? loadWithStyles : null
}

/** A part whose style sheet does not load works nevertheless. */
const loadWithStyles = `
  const sheets = {}
  const add = (href) => new Promise((done) => {
    const link = document.createElement('link')
    document.head.append(Object.assign(link, { rel: 'stylesheet', href, onload: done, onerror: done }))
  })
  export const __vitePreload = async (load, names = [], from) => {
    await Promise.all(names.map((name) => sheets[name] ??= add(new URL(name, from))))
    return load()
  }
`

/** What most screens share. */
const parts = /console[\\/](?:ui[\\/]|compare[\\/]comparison|items[\\/](?!item-screen|upload\.ts|conflict|checksum))/
/** What the page of an asset has in any case. */
const ofItems = new RegExp(String.raw`console[\\/](?:asset[\\/]asset|items[\\/]item-screen|attachments[\\/]attachments|` +
  String.raw`review[\\/](?:comments|approvals|star)|film[\\/]versions)\.tsx$`)

/** Builds an application: the console, or the page of links, which is a small one. */
async function bundle (sources, place, groups, plugins = [], more = {}) {
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
      plugins,
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
        // What a screen needs is one file, whatever other screens share with it: each file costs its headers.
        rolldownOptions: { output: { codeSplitting: { groups } } },
        ...more
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
