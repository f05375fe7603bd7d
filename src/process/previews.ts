/** What decodes pictures is optional. What whoever starts the service should know where it could not be installed. */
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
