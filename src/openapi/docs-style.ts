/** The style of the docs page: narrower, quieter, and dark if the reader's system is. */
export const docsStyle = `
:root { color-scheme: light dark; }
body { margin: 0; background: #fff; }
.swagger-ui, .swagger-ui .info .title, .swagger-ui .opblock-tag, .swagger-ui .btn, .swagger-ui select, .swagger-ui input,
.swagger-ui .opblock .opblock-summary-description, .swagger-ui .opblock-description-wrapper p, .swagger-ui .markdown p,
.swagger-ui table thead tr td, .swagger-ui table thead tr th, .swagger-ui .parameter__name, .swagger-ui .response-col_status,
.swagger-ui .tab li, .swagger-ui label, .swagger-ui .opblock .opblock-section-header h4, .swagger-ui .model-title {
  font-family: system-ui, -apple-system, "Segoe UI", Roboto, "Liberation Sans", sans-serif;
}
.swagger-ui .wrapper { max-width: 1080px; }
.swagger-ui .info { margin: 36px 0 12px; }
.swagger-ui .info .title { font-size: 34px; letter-spacing: -0.02em; }
.swagger-ui .info hgroup a.link, .swagger-ui .info .title small.version-stamp { display: none; }
.swagger-ui .info .description { max-width: 72ch; line-height: 1.55; }
.swagger-ui .scheme-container {
  position: sticky; top: 0; z-index: 2; margin: 0; padding: 10px 0; box-shadow: none; border-block: 1px solid #8884;
}
.swagger-ui .scheme-container .schemes { align-items: center; }
.swagger-ui .scheme-container .servers-title, .swagger-ui .scheme-container .servers { display: none; }
.swagger-ui .opblock-tag { font-size: 21px; padding: 14px 4px; }
.swagger-ui .opblock-tag small { font-size: 14px; }
.swagger-ui .opblock { margin: 0 0 8px; box-shadow: none; border-radius: 6px; }
.swagger-ui .opblock .opblock-summary-path { font-size: 14px; }
.swagger-ui .opblock .opblock-summary-method { border-radius: 4px; min-width: 72px; padding: 5px 0; }
@media (prefers-color-scheme: dark) {
  body { background: #16181d; }
  .swagger-ui { filter: invert(0.9) hue-rotate(180deg); }
  .swagger-ui .microlight { filter: invert(1) hue-rotate(180deg); }
}
`
