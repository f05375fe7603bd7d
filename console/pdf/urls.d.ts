declare module '*?url' {
  const url: string
  export default url
}

interface ImportMeta {
  glob (
    patterns: readonly string[], options: { readonly query: '?url', readonly import: 'default', readonly eager: true }
  ): Readonly<Record<string, string>>
}
