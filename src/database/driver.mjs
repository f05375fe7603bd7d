// The driver of SQLite, for every module that opens a database. better-sqlite3 12 runs on Node 20, but from Node 24.19
// on it ends the process when one of its objects is garbage collected. Version 13 does not, needs no compiler, and
// requires Node 22. npm installs version 13, as an optional dependency, only where Node can run it. There the hook
// gives it to every module that imports better-sqlite3, such as Prisma's adapter.
import nodeModule from 'node:module'

if (Number.parseInt(process.versions.node) >= 22) {
  nodeModule.registerHooks({
    resolve: (specifier, context, next) =>
      next(specifier === 'better-sqlite3' ? 'better-sqlite3-13' : specifier, context)
  })
}

export const { default: Sqlite } = await import('better-sqlite3')
