/** The part of the page's script that tells the story of one secret. */
export const PAGE_STORY = String.raw`
var MISSING=['it has no value','it has the default of the manifest','one is generated and stored','someone is asked for it'];
var PRESENCE=['required','optional','member of a group'];

function close(){
  var was=chosen.open;
  chosen.open=-1;
  byId('story').hidden=true;
  byId('story').replaceChildren();
  document.body.classList.remove('telling');
  shown.buttons.forEach(function(button){
    button.classList.remove('open');
    if(was>=0&&button.dataset.secret===String(was)){
      shown.buttons.forEach(function(other){other.tabIndex=-1});
      button.tabIndex=0;
      if(byId('story').contains(document.activeElement)||document.activeElement===document.body)button.focus();
    }
  });
  if(was>=0)lines();
}

function links(secrets){
  var list=make('ul',{className:'links'});
  secrets.forEach(function(secret){
    list.append(make('li',{},make('button',{type:'button',text:D.secrets[secret][0],on:function(){tell(secret);lines()}})));
  });
  return list;
}
function part(title,body){return body===null?null:make('div',{},make('h3',{text:title}),body)}

function tell(secret){
  var m=model(),about=D.secrets[secret],meaning=m.meaning[secret],story=byId('story');
  chosen.open=secret;
  shown.buttons.forEach(function(button){button.classList.toggle('open',button.dataset.secret===String(secret))});
  var source=null;
  if(m.reads[secret].length){
    source=make('ol',{});
    m.reads[secret].forEach(function(read){source.append(make('li',{text:D.stores[read[1]][1]}))});
  }
  var caches=m.caches[secret].map(function(store){return D.stores[store][1]});
  var keys=D.credentials.filter(function(one){return m.reads[secret].some(function(read){return read[1]===one[1]})});
  var opened=null;
  if(keys.length){
    opened=make('ul',{});
    keys.forEach(function(one){opened.append(make('li',{text:one[2]+' of '+D.stores[one[1]][0]+', kept in '+D.stores[one[0]][0]}))});
  }
  var elsewhere=about[2].length>1?about[2].filter(function(one){return one!==meaning}).map(function(one){
    return D.sets[one[0]].map(function(profile){return D.profiles[profile]}).join(', ');
  }).join('; '):'';
  var marks=[PRESENCE[meaning[2]]];
  if(meaning[1])marks.push(['','composed of others','derived from another'][meaning[1]]);
  if(meaning[3])marks.push('delivered as a file');
  var end=make('button',{type:'button',className:'close','aria-label':'Close',text:'×',on:close});
  story.replaceChildren.apply(story,[
    end,
    make('h2',{id:'story-title',text:about[0]}),
    about[1]===''?null:make('p',{text:about[1]}),
    make('p',{className:'marks',text:marks.join(', ')+', in profile '+D.profiles[chosen.profile]}),
    part('Now',fateWords(secret)),
    part(m.reads[secret].length>1?'Read in this order':'Read from',source),
    caches.length?part('Copies are kept in',make('p',{text:caches.join(', ')})):null,
    part('Opened with',opened),
    meaning[1]||!m.reads[secret].length?null:part('If no store has it',make('p',{text:MISSING[meaning[4]]})),
    m.inputs[secret].length?part('Made of',links(m.inputs[secret])):null,
    m.uses[secret].length?part('Others are made of it',links(m.uses[secret])):null,
    scopesOf[secret].length?part('Listed by scopes',make('p',{text:scopesOf[secret].map(function(scope){return D.scopes[scope][0]}).join(', ')})):null,
    elsewhere?part('Something else in',make('p',{text:elsewhere})):null
  ].filter(function(one){return one!==null}));
  story.hidden=false;
  document.body.classList.add('telling');
}

function fateWords(secret){
  var at=caseOf(chosen.down),fate=fateOf(secret,at);
  if(!fate)return make('p',{text:'not shown to this call: others are made of it'});
  var name=fate[1]<0?'':D.stores[fate[1]][0];
  var words={found:'found in '+name,'default':'default of the manifest',generated:'generated'+(name?' and kept in '+name:''),
    prompted:'asked for'+(name?' and kept in '+name:''),composed:'made of others',omitted:'left out: it is not required',
    missing:'missing',failed:'failed: no store that answers has it'}[FATES[fate[0]]];
  return make('p',{className:'fate '+FATES[fate[0]],text:(at?'With '+D.stores[chosen.down][0]+' down: ':'')+words});
}
`;
