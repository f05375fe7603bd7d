// Loaded into a service before its own code (NODE_OPTIONS=--require), in each of its threads: its clock is off by as
// many milliseconds as the file PROOF_CLOCK says. Clocks that only count on, such as performance.now, are left alone:
// setting a machine's clock does not touch them either. SQLite's own clock is left alone too, as its code is native.
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
