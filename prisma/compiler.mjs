// prisma/runtime.js copies this file next to the generated clients.

/**
 * Makes all clients of a database share one compiler of queries. Prisma would make one for each client, and on
 * PostgreSQL each connection has a client: each would block for some ten milliseconds and take some megabytes.
 * @param {{ QueryCompiler: new (options: object) => object }} runtime the compiler, and its requirements of JavaScript
 */
export function shareCompiler (runtime) {
  const made = new Map()

  /** `new` returns the object that it returns. */
  function QueryCompiler ({ datamodel, ...of }) {
    const key = JSON.stringify(of)
    if (!made.has(key)) made.set(key, keep(new runtime.QueryCompiler({ datamodel, ...of })))
    return made.get(key)
  }
  return { ...runtime, QueryCompiler }
}

/** A closing client frees its compiler, which the others still need. */
function keep (compiler) {
  return Object.assign(compiler, { free () {} })
}
