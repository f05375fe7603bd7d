/** A reason why nothing can be built. Its message is printed as it is. */
export class BuildMistake extends Error {
  name = 'BuildMistake'
}

/** Prints the steps of a build, and the time of each, to standard error. */
export function createReport () {
  let since
  const finishStep = () => {
    if (since !== undefined) process.stderr.write(` ${((performance.now() - since) / 1000).toFixed(1)} s\n`)
    since = undefined
  }
  return {
    step (what) {
      finishStep()
      process.stderr.write(`cutroom: ${what} …`)
      since = performance.now()
    },
    done: finishStep,
    fail (error) {
      if (since !== undefined) process.stderr.write('\n')
      process.stderr.write(`cutroom: ${explain(error)}\n`)
      process.exitCode = 1
    }
  }
}

function explain (error) {
  if (error instanceof BuildMistake) return error.message
  if (error.code === 'ERR_MODULE_NOT_FOUND' || error.code === 'MODULE_NOT_FOUND') {
    return `what builds the service is not installed, as with NODE_ENV=production: npm ci --include=dev brings it (${error.message.split('\n')[0]})`
  }
  if (error.code === 'EACCES' || error.code === 'EROFS') return `the build cannot be written: ${error.message}`
  return error.stack
}
