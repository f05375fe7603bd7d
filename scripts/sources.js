import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, posix } from 'node:path'

export const root = join(import.meta.dirname, '..')

/**
 * Files of the generated clients that are imported for types only. Reading them takes as long as reading half of the
 * service.
 */
const onlyTypes =
  /^prisma\/generated\/\w+\/(models\/|models\.ts|commonInputTypes\.ts|browser\.ts|internal\/prismaNamespaceBrowser\.ts)/

/**
 * The paths of all sources below these folders, and the hash of each. Declaration files have no output, and are left
 * out.
 */
export function hashSources (folders) {
  const paths = folders.filter((folder) => existsSync(join(root, folder))).flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).filter((name) =>
      /(?<!\.d)\.ts$|\.mjs$/.test(name)
    ).map((name) => `${folder}/${name}`)
  )
  return new Map(
    paths.filter((path) => !onlyTypes.test(path)).map((path) => [path, hash([readFileSync(join(root, path))])])
  )
}

/** A source and all sources that it imports, each with its hash. */
export function importsOf (path, found = new Map()) {
  if (found.has(path)) return found
  const source = readFileSync(join(root, path), 'utf8')
  found.set(path, hash([source]))
  for (const [, imported = ''] of source.matchAll(/^import (?!type\b)[^;]*?from '((?:\.|#src\/)[^']+)\.js'/gms)) {
    importsOf(
      imported.startsWith('#') ? `${imported.slice(1)}.ts` : posix.join(posix.dirname(path), `${imported}.ts`),
      found
    )
  }
  return found
}

export function hash (parts) {
  const sum = createHash('sha256')
  for (const part of parts) sum.update(part).update('\0')
  return sum.digest('hex')
}

/** The versions in the lockfile, so that a build is recognised even if the packages that made it are not installed. */
export function installedVersions (...names) {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))
  return names.map((name) => `${name}@${packages[`node_modules/${name}`]?.version}`)
}
