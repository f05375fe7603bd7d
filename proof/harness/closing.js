import { AsyncLocalStorage } from 'node:async_hooks'

/**
 * Cleans up after a run, however it ends. Each resource is closed in order at the end, or abandoned at once when the
 * process is already exiting.
 */

/** @typedef {{ parent: Scope | undefined }} Scope work that closes what it has opened */

/** @type {Array<{ close: () => Promise<void> | void, abandon: () => void, scope: Scope | undefined }>} */
const open = []

/** The scope of the code that runs: several run at the same time. @type {AsyncLocalStorage<Scope>} */
const scopes = new AsyncLocalStorage()

/**
 * Registers a resource. Resources are closed in reverse order.
 * @param {() => Promise<void> | void} close
 * @param {() => void} [abandon] the same without waiting: it must be synchronous
 * @returns {() => Promise<void>} closes it now
 */
export function closeLater (close, abandon = () => {}) {
  const entry = { close, abandon, scope: scopes.getStore() }
  open.push(entry)
  return async () => {
    const index = open.indexOf(entry)
    if (index === -1) return
    await entry.close()
    if (open.includes(entry)) open.splice(open.indexOf(entry), 1)
  }
}

let closing = null

/** Closes everything in reverse order. Failures are reported and stop nothing. */
export function closeAll () {
  closing ??= closeWhere(() => true)
  return closing
}

/** Whether the run is over: errors of servers no longer matter. */
export function isClosing () {
  return closing !== null
}

/**
 * Does some work, and then closes what it has opened, even if it fails.
 * @template Result
 * @param {() => Promise<Result>} work
 * @returns {Promise<Result>}
 */
export async function scoped (work) {
  const scope = { parent: scopes.getStore() }
  try {
    return await scopes.run(scope, work)
  } finally {
    await (closing ?? closeWhere((entry) => isWithin(entry.scope, scope)))
  }
}

function isWithin (inner, outer) {
  return inner === outer || (inner !== undefined && isWithin(inner.parent, outer))
}

async function closeWhere (belongs) {
  for (let entry = open.findLast(belongs); entry !== undefined; entry = open.findLast(belongs)) {
    try {
      await entry.close()
    } catch (error) {
      process.stderr.write(`closing: ${error.message}\n`)
      entry.abandon()
    }
    if (open.includes(entry)) open.splice(open.indexOf(entry), 1)
  }
}

/** Cleans up after a signal too. A second signal, or an unexpected exit, abandons what is left. */
export function closeOnSignal () {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.on(signal, () => {
      if (isClosing()) process.exit(130)
      closeAll().finally(() => process.exit(130))
    })
  }
  process.on('exit', () => {
    for (const entry of open.splice(0).reverse()) entry.abandon()
  })
}
