/** The style of the docs page: its key stays in view, and it is dark if the reader's system is. */
export const docsStyle = `
:root { color-scheme: light dark; }
body { margin: 0; background: #fff; }
.swagger-ui .info hgroup a.link, .swagger-ui .info .title small.version-stamp { display: none; }
.swagger-ui .scheme-container { position: sticky; top: 0; z-index: 2; margin: 0; padding: 10px 0; }
.swagger-ui .scheme-container .servers-title, .swagger-ui .scheme-container .servers { display: none; }
@media (prefers-color-scheme: dark) {
  body { background: #16181d; }
  .swagger-ui { filter: invert(0.9) hue-rotate(180deg); }
  .swagger-ui .microlight { filter: invert(1) hue-rotate(180deg); }
}
`
