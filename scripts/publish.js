// What npm runs before it publishes the package, and nowhere else. The workflow of a release publishes, with its
// provenance; a package from somebody's machine has none.
if (process.env.GITHUB_WORKFLOW_REF?.includes('/.github/workflows/release.yml@') !== true) {
  console.error('cutroom: .github/workflows/release.yml publishes the package, and nobody else does')
  process.exitCode = 1
}
