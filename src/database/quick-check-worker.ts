import { serve } from '../work/workers/serve.js'
import { Sqlite } from './driver.mjs'

/** The script of the process that looks for damage. */
serve<null, string, string | null>(() => ({
  handle: (path) => {
    const driver = new Sqlite(path)
    try {
      driver.pragma('query_only = ON')
      const [found] = driver.pragma('quick_check(1)') as Array<{ quick_check: string }>
      return found === undefined || found.quick_check === 'ok' ? null : found.quick_check
    } finally {
      driver.close()
    }
  }
}))
