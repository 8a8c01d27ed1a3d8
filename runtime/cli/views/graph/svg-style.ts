/** Colours of the drawing, by day, by night and on paper. */
export const SVG_STYLE = `
text{font:12px ui-sans-serif,system-ui,"Segoe UI",Roboto,Helvetica,Arial,sans-serif;fill:#1f2328}
.ground{fill:#ffffff}.title{font-size:18px;font-weight:600}.about,.small{font-size:11px;fill:#59636e}
.name{font-weight:600}.secret{font-family:ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;font-size:11.5px}
.required{font-weight:600}.order{font-size:10px;font-weight:600;fill:#0969da}
.store rect{fill:#ddf4ff;stroke:#54aeff}.cache rect{fill:#fff8c5;stroke:#d4a72c;stroke-dasharray:5 3}
.block rect{fill:#f6f8fa;stroke:#d1d9e0}.scope rect{fill:#dafbe1;stroke:#4ac26b}
.edge{fill:none;stroke:#818b98;stroke-width:1.3;opacity:.75}.made{stroke:#8250df;stroke-width:2}
.cached{stroke:#9a6700;stroke-dasharray:5 3}.credential{stroke:#bf3989;stroke-dasharray:1.5 3}.listed{stroke:#4ac26b}
@media (prefers-color-scheme:dark){text{fill:#f0f6fc}.ground{fill:#0d1117}.about,.small{fill:#9198a1}.order{fill:#4493f8}
.store rect{fill:#0c2d6b;stroke:#1f6feb}.cache rect{fill:#3b2300;stroke:#9e6a03}.block rect{fill:#151b23;stroke:#3d444d}
.scope rect{fill:#033a16;stroke:#238636}.edge{stroke:#656c76}.made{stroke:#8957e5}.cached{stroke:#bb8009}
.credential{stroke:#db61a2}.listed{stroke:#238636}}
@media print{.ground{fill:#fff}text{fill:#000}.edge{opacity:1}}
`.trim();
