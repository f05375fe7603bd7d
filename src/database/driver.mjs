// The driver of SQLite, for every module that opens a database.
import { driverPackage, nodeIsTooOld } from './driver-package.mjs'

if (driverPackage === null) throw new Error(nodeIsTooOld)

export const { default: Sqlite } = await import(driverPackage)
