// The clients for programs: dist/client/ has one file of JavaScript, one of types, the package of both, and one file of
// Python.
// `node scripts/client.js --pack` leaves the package beside that of `npm pack`.
import { execFile } from 'node:child_process'
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { readApiDocument } from './document.js'
import { writePython } from './python/client.js'
import { BuildMistake } from './report.js'
import { hash, installedVersions, root } from './sources.js'
import { generateTypes, keysFile, madeOf as madeOfDocument } from './types.js'

const sources = join(root, 'client')
const built = join(root, 'dist/client')
const note = join(root, 'dist/client-made-of')
const { version, license, engines } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))

/** Whether the client matches its sources, and the document of the service. */
export function clientIsCurrent () {
  return existsSync(join(built, 'client.tgz')) && readNote().madeOf === madeOf()
}

/** The service is built. If its document is the same as before, so is the client. */
export async function buildClient () {
  const madeNow = madeOf()
  await generateTypes()
  const python = writePython(await readApiDocument())
  const contents = hash([types(), readFileSync(keysFile), python, ...ownSources()])
  if (!existsSync(join(built, 'client.tgz')) || readNote().contents !== contents) await buildFiles(python)
  writeFileSync(note, JSON.stringify({ madeOf: madeNow, contents }))
}

async function buildFiles (python) {
  rmSync(note, { force: true })
  const place = `${built}.new`
  rmSync(place, { recursive: true, force: true })
  mkdirSync(place, { recursive: true })
  await bundle(place)
  writeFileSync(join(place, 'client.d.ts'), types())
  writeFileSync(join(place, 'cutroom.py'), python)
  await pack(place)
  rmSync(built, { recursive: true, force: true })
  renameSync(place, built)
}

function readNote () {
  try {
    return JSON.parse(readFileSync(note, 'utf8'))
  } catch {
    return {}
  }
}

async function bundle (place) {
  const { build } = await import('vite')
  try {
    await build({
      root: sources,
      configFile: false,
      logLevel: 'silent',
      publicDir: false,
      build: {
        outDir: place,
        emptyOutDir: false,
        target: 'es2022',
        minify: false,
        lib: { entry: join(sources, 'index.ts'), formats: ['es'], fileName: () => 'client.js' }
      }
    })
  } catch (error) {
    if (error.code === 'ERR_MODULE_NOT_FOUND') throw error
    throw new BuildMistake(`the client cannot be built:\n${error.message}`)
  }
}

/** One file: those of the document, and those of the client, without imports. */
function types () {
  const ofDocument = readFileSync(join(sources, 'generated/api.d.ts'), 'utf8').replace(/^\/\/ .*\n\n/, '')
  const ofClient = ['cutroom.d.ts', 'steps.d.ts'].map((name) => readFileSync(join(sources, name), 'utf8')
    .replace(/^import type .*\n/gm, '').replace(/^export type \{.*\n/gm, '').trim())
  return [ofDocument.trimEnd(), ...ofClient, ''].join('\n\n')
}

/** The package that `npm install <service>/client.tgz` installs. */
async function pack (place) {
  const manifest = {
    name: 'cutroom',
    version,
    description: 'Client of Cutroom, the media asset and project service',
    license,
    type: 'module',
    engines,
    exports: { './client': { types: './client.d.ts', default: './client.js' } },
    files: ['client.js', 'client.d.ts']
  }
  writeFileSync(join(place, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`)
  const environment = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('npm_')))
  await promisify(execFile)('npm', ['pack', '--silent', '--ignore-scripts', '--pack-destination', place], {
    cwd: place, env: environment
  })
  const made = /** @type {string} */ (readdirSync(place).find((name) => name.endsWith('.tgz')))
  renameSync(join(place, made), join(place, 'client.tgz'))
}

function madeOf () {
  return hash([madeOfDocument(), ...pythonSources(), ...ownSources()])
}

function pythonSources () {
  const folder = join(root, 'scripts/python')
  return readdirSync(folder).sort().flatMap((name) => [name, readFileSync(join(folder, name))])
}

function ownSources () {
  const names = readdirSync(sources).filter((name) => /\.(?:ts|json)$/.test(name)).sort()
  return [
    version,
    readFileSync(import.meta.filename),
    ...names.flatMap((name) => [name, readFileSync(join(sources, name))]),
    ...installedVersions('vite')
  ]
}

if (process.argv[1] === import.meta.filename && process.argv.includes('--pack')) {
  const destination = process.env.npm_config_pack_destination || root
  copyFileSync(join(built, 'client.tgz'), join(destination, `cutroom-client-${version}.tgz`))
}
