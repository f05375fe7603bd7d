// The driver of SQLite, for all who open one. better-sqlite3 12 runs on Node 20, and from Node 24.19 on it ends the
// process where the collector takes one of its objects; 13 does not, needs no compiler, and wants Node 22. npm installs
// the newer one, as an optional dependency, only where Node can run it. There, whoever asks for better-sqlite3, as
// Prisma's adapter does, is given it.
import nodeModule from 'node:module'

if (Number.parseInt(process.versions.node) >= 22) {
  nodeModule.registerHooks({
    resolve: (specifier, context, next) =>
      next(specifier === 'better-sqlite3' ? 'better-sqlite3-13' : specifier, context)
  })
}

export const { default: Sqlite } = await import('better-sqlite3')
