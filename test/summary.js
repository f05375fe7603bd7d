const shownFiles = 10

/** What the output of tap comes to: the files that took longest, those that failed, and how many assertions passed and failed. */
export function summarise (output) {
  const files = [...output.matchAll(/^(not )?ok \d+ - dist\/(\S+)\.js # time=([\d.]+)ms/gm)]
    .map(([, failed, name, time]) => ({ failed: failed !== undefined, name: `${name}.ts`, seconds: Number(time) / 1000 }))
  const slowest = files.toSorted((a, b) => b.seconds - a.seconds).slice(0, shownFiles)
  const failures = files.filter(({ failed }) => failed)
  const totals = /^# \{ (total: .*) \}$/m.exec(output)?.[1] ?? ''
  const count = (name) => Number(new RegExp(`\\b${name}: (\\d+)`).exec(totals)?.[1] ?? 0)
  return [
    ...(files.length > 1 ? ['', 'The slowest files:', ...slowest.map(({ name, seconds }) => `${seconds.toFixed(1).padStart(7)} s  ${name}`)] : []),
    ...(failures.length > 0 ? ['', 'Failed:', ...failures.map(({ name }) => `  ${name}`)] : []),
    '',
    `${files.length} files, ${count('total')} assertions: ${count('pass')} passed, ${count('fail')} failed, ${count('skip')} skipped`
  ].join('\n')
}
