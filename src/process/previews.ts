/** The optional package that decodes pictures. A missing one is a warning at the start. */
export function previewWarnings (name = 'sharp'): string[] {
  return isInstalled(name)
    ? []
    : ['sharp is not installed: files have no previews. npm install --include=optional sharp brings it']
}

function isInstalled (name: string): boolean {
  try {
    import.meta.resolve(name)
    return true
  } catch {
    return false
  }
}
