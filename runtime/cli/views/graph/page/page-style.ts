/** The look of the page: by day, by night, on a narrow screen and on paper. */
export const PAGE_STYLE = `
:root{--ground:#fff;--card:#f6f8fa;--line:#d1d9e0;--text:#1f2328;--quiet:#59636e;--accent:#0969da;--store:#ddf4ff;--store-line:#54aeff;
--cache:#fff8c5;--cache-line:#d4a72c;--cache-text:#6b4c00;--scope:#dafbe1;--scope-line:#4ac26b;--scope-text:#0b5324;--made:#fbefff;--made-text:#6639ba;
--bad:#cf222e;--bad-ground:#ffebe9;--warn:#7d4e00;--warn-ground:#fff1cc;--good:#116329;--good-ground:#dafbe1}
@media (prefers-color-scheme:dark){:root{--ground:#0d1117;--card:#151b23;--line:#3d444d;--text:#f0f6fc;--quiet:#9198a1;--accent:#4493f8;--store:#0b2447;
--store-line:#1f6feb;--cache:#2e2002;--cache-line:#9e6a03;--cache-text:#e3b341;--scope:#04260f;--scope-line:#238636;--scope-text:#7ee787;--made:#271052;--made-text:#d2a8ff;
--bad:#ff7b72;--bad-ground:#3d1115;--warn:#e3b341;--warn-ground:#2e2002;--good:#7ee787;--good-ground:#04260f}}
*{box-sizing:border-box}html{-webkit-text-size-adjust:100%}
body{margin:0;background:var(--ground);color:var(--text);font:14px/1.45 ui-sans-serif,system-ui,-apple-system,"Segoe UI",Roboto,Helvetica,Arial,sans-serif}
header{position:sticky;top:0;z-index:3;background:var(--ground);border-bottom:1px solid var(--line);padding:14px 24px 10px}
.title{display:flex;flex-wrap:wrap;align-items:baseline;gap:2px 14px}h1{margin:0;font-size:20px;overflow-wrap:anywhere}#about{margin:0;color:var(--quiet);font-size:12.5px}
#filters{display:flex;flex-wrap:wrap;gap:10px 14px;margin:10px 0 8px}label{display:flex;flex-direction:column;font-size:11.5px;color:var(--quiet);gap:2px;min-width:0}
.wide{flex:1 1 220px;max-width:420px}input,select{font:inherit;font-size:14px;color:var(--text);background:var(--card);border:1px solid var(--line);border-radius:7px;padding:5px 9px;min-width:0;max-width:100%}
label select{min-width:120px;max-width:220px}
:focus-visible{outline:2px solid var(--accent);outline-offset:1px}
#verdict{margin:0;padding:6px 12px;border-radius:7px;font-weight:600;overflow-wrap:anywhere}#verdict.ok{background:var(--good-ground);color:var(--good)}
#verdict.degraded{background:var(--warn-ground);color:var(--warn)}#verdict.fails{background:var(--bad-ground);color:var(--bad)}
.page{display:flex;align-items:flex-start}
#map{position:relative;flex:1;min-width:0;display:grid;grid-template-columns:minmax(190px,260px) minmax(0,1fr) minmax(130px,180px);gap:0 84px;padding:18px 24px 32px;align-items:start}
#lines{position:absolute;left:0;top:0;pointer-events:none;z-index:0}#lines path{fill:none;stroke:var(--quiet);stroke-width:1.4;opacity:.5}
#lines .cached{stroke:var(--cache-line);stroke-dasharray:5 3}#lines .listed{stroke:var(--scope-line)}#lines .down{stroke:var(--bad);stroke-dasharray:2 4;opacity:.9}
#lines .on{opacity:1;stroke-width:2.2}#lines .off{opacity:.15}
#map>section{position:relative;z-index:1;min-width:0}h2{margin:0 0 10px;font-size:12px;text-transform:uppercase;letter-spacing:.06em;color:var(--quiet)}
ul{list-style:none;margin:0;padding:0}
.store,.scope-card{border:1px solid var(--store-line);background:var(--store);border-radius:9px;padding:9px 11px;margin-bottom:12px;overflow-wrap:anywhere}
.store.cache{background:var(--cache);border:1px dashed var(--cache-line)}.store.down{border-color:var(--bad);background:var(--bad-ground)}
.scope-card{background:var(--scope);border-color:var(--scope-line);border-radius:18px;padding:7px 14px}.row{display:flex;justify-content:space-between;gap:8px;align-items:center}
.store code{display:block;font-size:11.5px;color:var(--quiet)}small{color:var(--quiet);font-size:11.5px}.store small,.scope-card small{display:block}
.store.cache small,.store.down small,.store.down code{color:var(--text)}
.switch{flex:none;display:inline-flex;align-items:center;gap:6px;border:1px solid var(--line);background:var(--ground);color:var(--text);border-radius:12px;padding:2px 9px 2px 3px;font:inherit;font-size:11.5px;cursor:pointer}
.knob{width:15px;height:15px;border-radius:50%;background:var(--good)}.switch[aria-checked=false] .knob{background:var(--bad)}
.block{border:1px solid var(--line);background:var(--card);border-radius:10px;padding:9px 11px 11px;margin-bottom:16px}
.block h3{display:flex;flex-wrap:wrap;gap:5px;align-items:center;margin:0 0 7px;font-size:12px;font-weight:400}
.chip{border-radius:9px;padding:1px 8px;background:var(--store);border:1px solid var(--store-line);overflow-wrap:anywhere}.then{color:var(--quiet);font-size:11px}
.chip.cache{background:var(--cache);border:1px dashed var(--cache-line);color:var(--cache-text)}.chip.scope{background:var(--scope);border-color:var(--scope-line);color:var(--scope-text)}
.chip.made{background:var(--made);border-color:var(--made-text);color:var(--made-text)}
.names{display:grid;grid-template-columns:repeat(auto-fill,minmax(165px,1fr));gap:3px 8px}
.secret{width:100%;text-align:left;border:1px solid transparent;background:none;color:inherit;font:inherit;border-radius:6px;padding:3px 7px;cursor:pointer;overflow-wrap:anywhere}
.secret:hover{background:var(--ground);border-color:var(--line)}.secret.open{border-color:var(--accent);background:var(--ground)}
.name{font:12.5px/1.4 ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;display:block}.required .name{font-weight:700}.secret small{display:block}
.secret.failed,.secret.missing{background:var(--bad-ground);color:var(--bad)}.secret.failed small,.secret.missing small{color:var(--bad)}
.secret.elsewhere,.secret.omitted,.secret.default{background:var(--warn-ground)}.secret.elsewhere small,.secret.omitted small{color:var(--warn)}
.none{color:var(--quiet)}
#story{position:fixed;right:20px;top:168px;width:340px;max-height:calc(100vh - 190px);overflow:auto;border:1px solid var(--line);border-radius:12px;background:var(--card);padding:14px 16px;box-shadow:0 8px 30px rgba(0,0,0,.18);z-index:4}
#story h2{font:600 14px/1.4 ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;text-transform:none;letter-spacing:0;color:var(--text);margin:0 30px 6px 0;overflow-wrap:anywhere}
#story h3{font-size:12px;color:var(--quiet);margin:12px 0 3px}#story p,#story ol{margin:0;overflow-wrap:anywhere}#story ol{padding-left:20px}.marks{color:var(--quiet);font-size:12.5px}
.links{display:flex;flex-wrap:wrap;gap:5px}.links button{border:1px solid var(--line);background:var(--ground);color:var(--accent);border-radius:6px;padding:2px 8px;cursor:pointer;font:12px ui-monospace,Menlo,Consolas,monospace;overflow-wrap:anywhere}
.fate{font-weight:600;color:var(--good)}.fate.failed,.fate.missing{color:var(--bad)}.fate.omitted,.fate.default{color:var(--warn)}
.close{position:absolute;right:10px;top:8px;border:0;background:none;color:var(--quiet);font-size:20px;cursor:pointer;line-height:1}
footer{border-top:1px solid var(--line);padding:10px 24px;color:var(--quiet);font-size:12px}footer p{margin:0}
@media (max-width:820px){header{position:static;padding:12px 14px 8px}.page{display:block}#lines{display:none}
#map{grid-template-columns:minmax(0,1fr);gap:18px;padding:14px}footer{padding:10px 14px}label{flex:1 1 100px}label select{min-width:0;max-width:none}.wide{flex-basis:100%;max-width:none}
#story{position:fixed;left:0;right:0;bottom:0;top:auto;width:auto;max-height:60vh;border-radius:14px 14px 0 0;box-shadow:0 -6px 30px rgba(0,0,0,.25);z-index:5}}
@media print{:root{color-scheme:light}header{position:static;padding:0 0 8px}#filters,.switch,#lines,#story,footer{display:none}.page{display:block}
#map{display:block;padding:8px 0}.block,.store,.scope-card{break-inside:avoid}.block:has(.names li:nth-child(60)){break-inside:auto}#map>section{margin-bottom:16px}
#stores,#scopes{display:flex;flex-wrap:wrap;gap:8px}.names{grid-template-columns:repeat(3,1fr)}body{font-size:11px}}
`.trim();
