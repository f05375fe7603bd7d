import { readFileSync } from 'node:fs'
import { bindMigrationAwareSqlAdapterFactory } from '@prisma/driver-adapter-utils'
import * as engineModule from '@prisma/schema-engine-wasm/schema_engine_bg'

let panicMessage

/**
 * Loads the engine and connects it.
 * @param factory of adapters
 * @param datamodels pairs of path and content
 */
export async function loadEngine (factory, datamodels) {
  globalThis.PRISMA_WASM_PANIC_REGISTRY = { set_message: message => { panicMessage = message } }
  const binary = new URL('schema_engine_bg.wasm', import.meta.resolve('@prisma/schema-engine-wasm/schema_engine_bg'))
  const { instance } = await /** @type {any} */ (globalThis).WebAssembly.instantiate(readFileSync(binary), {
    './schema_engine_bg.js': engineModule
  })
  engineModule.__wbg_set_wasm(instance.exports)
  instance.exports.__wbindgen_start()

  return engineModule.SchemaEngine.new(
    { datamodels: datamodels.length === 0 ? undefined : datamodels },
    () => {},
    bindMigrationAwareSqlAdapterFactory(factory)
  )
}

/**
 * Runs a call of the engine. When WebAssembly panics, the call's promise never settles, and the error is thrown outside
 * of it: then this promise is rejected with the engine's last message.
 */
export function rejectOnPanic (call) {
  return new Promise((resolve, reject) => {
    const onUncaught = error => reject(new Error(panicMessage ?? error.message))
    process.once('uncaughtException', onUncaught)
    call().then(resolve, reject).finally(() => process.off('uncaughtException', onUncaught))
  })
}
