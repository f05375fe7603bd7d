#!/usr/bin/env node
// The file behind `cutroom`. It imports nothing that an older Node could not read, so that it can say so.
import { driverPackage, nodeIsTooOld } from '../database/driver-package.mjs'

if (driverPackage === null) {
  process.stderr.write(`${nodeIsTooOld}\n`)
  process.exitCode = 1
} else {
  await import('./run.js')
}
