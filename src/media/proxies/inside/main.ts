import { serve } from '../../../work/workers/serve.js'
import type { ProxyResult, ProxyTask } from '../task.js'
import { makeProxies } from './make.js'

/** Makes the proxies of one file and ends. The process has no environment. */
serve<null, ProxyTask, ProxyResult, number>(() => ({
  handle: (task, { onProgress }) => makeProxies(task, onProgress)
}))
