// Loaded into each thread of a service before its own code (NODE_OPTIONS=--require). It shifts the clock by the
// milliseconds in the file PROOF_CLOCK. Monotonic clocks, such as performance.now, stay as they are: setting a
// machine's clock does not change them either. SQLite's own clock stays too, as its code is native.
const { readFileSync } = require('node:fs')
const { performance } = require('node:perf_hooks')

const READ_EVERY_MS = 5
const TrueDate = Date
let offsetMs = 0
let readAt = -Infinity

function now () {
  if (performance.now() - readAt > READ_EVERY_MS) {
    offsetMs = Number(readFileSync(process.env.PROOF_CLOCK, 'utf8'))
    readAt = performance.now()
  }
  return TrueDate.now() + offsetMs
}

globalThis.Date = new Proxy(TrueDate, {
  construct: (target, parameters, newTarget) =>
    Reflect.construct(target, parameters.length === 0 ? [now()] : parameters, newTarget),
  apply: () => new TrueDate(now()).toString(),
  get: (target, name) => name === 'now' ? now : Reflect.get(target, name)
})
TrueDate.prototype.constructor = globalThis.Date
