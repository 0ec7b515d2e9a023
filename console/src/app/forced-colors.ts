import style from './forced-colors.css?inline'

// with the layout, not in the page, which has to arrive in its first packets
const sheet = new CSSStyleSheet()
sheet.replaceSync(style)
document.adoptedStyleSheets.push(sheet)
