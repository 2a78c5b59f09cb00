/** Style: the style sheet of the HTML report, for screens, phones and paper. */
import { EFFECTS_STYLE } from '../../../publisher/difference/effects-section.ts';
import { MAP_STYLE } from '../../../schemas/map.ts';

export const STYLE = `
:root{--soft:#555;--paper:#fff;--tint:#e3eef5;--line:#ccc;--mark:#a4000f}
*{box-sizing:border-box}
body{margin:0;font:1rem/1.5 system-ui,sans-serif;color:#1b1b1b;background:#fff}
main{max-width:60rem;margin:0 auto;padding:1rem 1.2rem 3rem}
h1{font-size:1.5rem;line-height:1.25;margin:.5rem 0}h2{font-size:1.15rem;line-height:1.3;margin:2rem 0 .4rem}
main{overflow-wrap:anywhere}th{overflow-wrap:normal}.figures tbody th{overflow-wrap:anywhere;min-width:9rem}
.figures td,.figures thead th{white-space:nowrap}
p{margin:.4rem 0}
[lang=en]{color:#555;font-size:.9em;font-weight:400}
.verdict{font-size:1.1rem;border-left:.5rem solid;padding:.5rem .8rem}
.verdict.bad{border-color:#a4000f;background:#fdf1f1}.verdict.fine{border-color:#0b6b25;background:#eff8f1}
.verdict.amber{border-color:#b45f00;background:#fff4e0}
.lead,.note{color:#555}.note{font-size:.9rem}
a{color:#01529b}a:focus-visible{outline:3px solid #a4000f;outline-offset:2px}
dl{display:grid;grid-template-columns:minmax(7rem,max-content) 1fr;gap:.15rem .9rem;margin:.3rem 0}
dt{color:#555}dd{margin:0}
.scroll{overflow-x:auto}
table{border-collapse:collapse;width:100%}
th,td{text-align:left;vertical-align:top;padding:.3rem .8rem .3rem 0;border-bottom:1px solid #ccc}
tbody th{font-weight:400}th[scope=rowgroup]{font-weight:600;padding-top:.7rem}
.figures td,.figures thead th:not(:first-child),.count{text-align:right;font-variant-numeric:tabular-nums}
.tag{display:inline-block;padding:0 .5rem;border-radius:.3rem;color:#fff;font-size:.85rem;font-weight:600;white-space:nowrap}
.tag.error{background:#a4000f}.tag.warning{background:#7a4b00}.tag.info{background:#00507a}
.rule{border-top:2px solid #ccc;padding-top:1rem}
.mend{background:#f1f6fa;padding:.4rem .7rem;border-radius:.3rem}
.findings{list-style:none;margin:.6rem 0;padding:0}
.findings li{border:1px solid #ccc;border-radius:.4rem;padding:.5rem .8rem;margin:.5rem 0}
.findings li:target{outline:3px solid #01529b}
.where{font-weight:600;margin:0}
.number{display:inline-block;min-width:1.8rem;padding:0 .4rem;border-radius:.3rem;background:#333;color:#fff;text-align:center}
code{font:.9em ui-monospace,monospace}
${MAP_STYLE}.details{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(22rem,100%),1fr));gap:0 .6rem}
.map .marker text{fill:#fff;font:600 13px system-ui,sans-serif;text-anchor:middle}
.map .marker circle{stroke:#fff}
.map .error rect,.map .error circle{fill:#a4000f}.map .warning rect,.map .warning circle{fill:#7a4b00}
.map .info rect,.map .info circle{fill:#00507a}
${EFFECTS_STYLE}@media (max-width:36rem){dl{grid-template-columns:1fr;gap:0}dd{margin-bottom:.3rem}main{padding:.6rem}
.figures{font-size:.8rem}.figures th,.figures td{padding-right:.4rem}.figures tbody th{min-width:6rem}
.types :is(td,thead th):nth-child(2){display:none}}
@media print{
main{max-width:none;padding:0}body{font-size:10pt}
.findings li,tr,.map,.verdict,.mend{break-inside:avoid}section>h2,section>p{break-after:avoid}
.map{max-height:10cm}a{color:inherit;text-decoration:none}
.scroll{overflow:visible}
.tag,.number,.verdict,.mend,.map,.marker *{print-color-adjust:exact;-webkit-print-color-adjust:exact}
}
`;
