import { packages, reasonOf } from '#proof/harness/packages.js'
import { findProgram } from '#src/process/programs.js'

type Program = keyof typeof packages

/** Why a test is skipped that needs these programs; false if all are on the path. */
export function lacks (...names: readonly Program[]): string | false {
  const missing = names.filter((name) => findProgram(name) === null)
  return missing.length > 0 && reasonOf(missing)
}
