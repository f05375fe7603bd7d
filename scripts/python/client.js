// The client for Python: made of the API document, and of the parts in this folder that are written by hand.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { methodsOf } from './methods.js'

const part = (name) => readFileSync(join(import.meta.dirname, `${name}.py`), 'utf8')

/**
 * The text of the client.
 * @param {Parameters<typeof methodsOf>[0]} document
 */
export function writePython (document) {
  const { methods, types } = methodsOf(document)
  return [
    part('head').replace('# <types>\n', types),
    part('transport'),
    part('failures'),
    part('answers'),
    part('uploads'),
    part('work'),
    methods,
    part('client'),
    part('webhook')
  ].join('\n\n')
}
