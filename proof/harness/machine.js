import { readFileSync } from 'node:fs'
import { availableParallelism, cpus } from 'node:os'

/** The processor and its cores. The name of a virtual one says little: on Linux family and model say which it is. */
export function processor () {
  const [{ model } = { model: 'unknown processor' }] = cpus()
  return `${model.trim()}${process.platform === 'linux' ? familyOf() : ''}, ${availableParallelism()} cores`
}

/** Empty where the kernel does not say it, as on ARM. */
function familyOf () {
  const details = readFileSync('/proc/cpuinfo', 'utf8')
  const family = details.match(/^cpu family\s*: (\d+)$/m)?.[1]
  const model = details.match(/^model\s*: (\d+)$/m)?.[1]
  return family === undefined ? '' : ` (family ${family}, model ${model})`
}
