import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, sep } from 'node:path'

const root = join(import.meta.dirname, '..')
/** Imports of values: those of types are gone when the code runs. */
const IMPORT = /^import (?!type\b)[^']*?from '(\.[^']+)'/gm

/** The files below a folder that each of them imports. They are read with the first file that is checked. */
function readImports (folder) {
  const paths = readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /(?<!\.d)\.tsx?$/.test(name))
    .map((name) => `${folder}/${name.split(sep).join('/')}`)
  return new Map(paths.map((path) => {
    const imported = [...readFileSync(join(root, path), 'utf8').matchAll(IMPORT)].map(([, name]) => name)
    return [path, imported.map((name = '') => join(dirname(path), name).split(sep).join('/'))]
  }))
}

/** The way from one file to another by imports; undefined if there is none. */
function wayTo (target, path, imports, seen = new Set()) {
  for (const next of imports.get(path) ?? []) {
    if (next === target) return [next]
    if (seen.has(next)) continue
    seen.add(next)
    const way = wayTo(target, next, imports, seen)
    if (way !== undefined) return [next, ...way]
  }
}

let imports

/** No file of the console imports itself by way of others. */
export const importsInNoCircle = {
  meta: { type: 'problem', schema: [] },
  create (context) {
    const path = relative(root, context.filename).split(sep).join('/')
    return {
      Program (node) {
        imports ??= readImports('console')
        const way = wayTo(path, path, imports)
        if (way !== undefined) context.report({ node, message: `${[path, ...way].join(' imports ')}: a circle` })
      }
    }
  }
}
