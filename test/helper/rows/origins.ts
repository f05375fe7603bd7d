import { projectRoot } from '#src/basics/paths.js'
import { statements, type Statement } from '#src/database/sql.js'

/** A call in a source: its line and column count from 1. */
export interface Place {
  readonly path: string
  readonly line: number
  readonly column: number
}

const SOURCES = `${projectRoot}/`

/** Deeper than any chain of functions that make statements. */
const DEPTH = 30

/**
 * Notes for each statement that is made from now on where this is done: the call of `statement`, then the calls of the
 * functions around it. No module with statements may be loaded yet.
 */
export function noteOrigins (): ReadonlyMap<Statement, readonly Place[]> {
  if (statements.length > 0) throw new Error('the modules with statements are loaded already')
  const origins = new Map<Statement, readonly Place[]>()
  statements.push = (...made: Statement[]) => {
    const depth = Error.stackTraceLimit
    Error.stackTraceLimit = DEPTH
    const { stack } = new Error()
    Error.stackTraceLimit = depth
    for (const statement of made) origins.set(statement, placesOf(stack!))
    return Array.prototype.push.apply(statements, made)
  }
  return origins
}

/** The places in the sources, by the source maps of Node. */
function placesOf (stack: string): Place[] {
  return stack.split('\n').flatMap((frame) => {
    const start = frame.indexOf(SOURCES)
    const [, path, line, column] = /^(src\/[^:]+):(\d+):(\d+)/.exec(frame.slice(start + SOURCES.length)) ?? []
    if (start < 0 || path === undefined || path === 'src/database/sql.ts') return []
    return [{ path, line: Number(line), column: Number(column) }]
  })
}
