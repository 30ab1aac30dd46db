; The installer for Windows. `cargo xtask dist --windows` writes settings.nsh and runs makensis; docs/deploying.md names the
; switches and exit codes for administrators.
;
; Per user without administrator rights, or for everyone with them. There is no choice of folder: under Program Files only
; administrators can replace what everyone runs. User data is never touched.

!include settings.nsh

!include FileFunc.nsh
!include LogicLib.nsh
!include MUI2.nsh
!include nsDialogs.nsh
!include WinVer.nsh
!include WordFunc.nsh

Name "${CAPTION}"
OutFile "${OUTPUT}"
SetCompressor /SOLID lzma
RequestExecutionLevel user
ManifestSupportedOS Win10
ManifestDPIAware true
AllowSkipFiles off
ShowInstDetails nevershow
ShowUninstDetails nevershow
BrandingText "${PUBLISHER}"

VIProductVersion "${VERSION}.0"
VIAddVersionKey "ProductName" "Tapline"
VIAddVersionKey "ProductVersion" "${VERSION}"
VIAddVersionKey "FileDescription" "${CAPTION} setup"
VIAddVersionKey "FileVersion" "${VERSION}"
VIAddVersionKey "CompanyName" "${PUBLISHER}"
VIAddVersionKey "LegalCopyright" "${COPYRIGHT}"

!uninstfinalize 'sh "${SIGN}" "%1"' = 0

!define UNINSTALL_KEY "Software\Microsoft\Windows\CurrentVersion\Uninstall\Tapline"

; The exit codes. 0: done, 1: cancelled by the person, 2: a file could not be written.
!define NEWER_IS_INSTALLED 3
!define IS_RUNNING 4
!define NEEDS_ADMINISTRATOR 5
!define INSTALLED_FOR_EVERYONE 6
!define WINDOWS_IS_TOO_OLD 7
!define NO_WEBVIEW 8

; "user" or "everyone"
Var Scope

; "yes" when the installed Tapline started this to update itself: nothing is asked, and Tapline is opened at the end.
Var Updates

; Says why nothing is done, and ends with the code. Who updates is told also when nothing else is shown.
!macro Refuse code text
  SetErrorLevel ${code}
  ${If} $Updates == "yes"
    MessageBox MB_OK|MB_ICONSTOP "${text}"
  ${Else}
    MessageBox MB_OK|MB_ICONSTOP "${text}" /SD IDOK
  ${EndIf}
  Quit
!macroend
!define Refuse "!insertmacro Refuse"

!include path.nsh
!include checks.nsh
!include update.nsh
!include scope.nsh

!define MUI_ICON "${ICON}"
!define MUI_UNICON "${ICON}"
!define MUI_ABORTWARNING
!define MUI_FINISHPAGE_TITLE "${CAPTION} ${VERSION} is installed"
!define MUI_FINISHPAGE_TEXT "Open Tapline from the start menu. The command taplinectl works in every terminal that is opened from now on."
Page custom ScopePage ScopePageLeave
!insertmacro MUI_PAGE_INSTFILES
!insertmacro MUI_PAGE_FINISH
!insertmacro MUI_UNPAGE_CONFIRM
!insertmacro MUI_UNPAGE_INSTFILES
!insertmacro MUI_LANGUAGE "English"

Function .onInit
  ${IfNot} ${AtLeastWin10}
    ${Refuse} ${WINDOWS_IS_TOO_OLD} "Tapline needs Windows 10 or newer. Nothing was installed."
  ${EndIf}
  Call AskedUpdate
  Call AskedScope
  Call RequireWebView
  ${If} ${Silent}
    Call EnterScope
  ${EndIf}
FunctionEnd

Section
  ; An older version goes first, so that no file of it stays.
  ${If} ${FileExists} "$INSTDIR\uninstall.exe"
    ExecWait '"$INSTDIR\uninstall.exe" /S _?=$INSTDIR' $0
    ${If} $0 <> 0
      ${Refuse} $0 "The installed version could not be removed. Close Tapline and every taplinectl, then start this again."
    ${EndIf}
  ${EndIf}
  SetOutPath "$INSTDIR"
  !insertmacro EachFile
  WriteUninstaller "$INSTDIR\uninstall.exe"
  CreateShortCut "$SMPROGRAMS\${CAPTION}.lnk" "$INSTDIR\tapline.exe" "" "" "" SW_SHOWNORMAL "" "${SUMMARY}"
  !insertmacro AddToPath

  WriteRegStr SHCTX "${UNINSTALL_KEY}" "DisplayName" "${CAPTION}"
  WriteRegStr SHCTX "${UNINSTALL_KEY}" "DisplayVersion" "${VERSION}"
  WriteRegStr SHCTX "${UNINSTALL_KEY}" "Publisher" "${PUBLISHER}"
  WriteRegStr SHCTX "${UNINSTALL_KEY}" "DisplayIcon" "$INSTDIR\tapline.exe"
  WriteRegStr SHCTX "${UNINSTALL_KEY}" "InstallLocation" "$INSTDIR"
  WriteRegStr SHCTX "${UNINSTALL_KEY}" "UninstallString" '"$INSTDIR\uninstall.exe"'
  WriteRegStr SHCTX "${UNINSTALL_KEY}" "QuietUninstallString" '"$INSTDIR\uninstall.exe" /S'
  WriteRegDWORD SHCTX "${UNINSTALL_KEY}" "NoModify" 1
  WriteRegDWORD SHCTX "${UNINSTALL_KEY}" "NoRepair" 1
  ${GetSize} "$INSTDIR" "/S=0K" $0 $1 $2
  WriteRegDWORD SHCTX "${UNINSTALL_KEY}" "EstimatedSize" $0
  Call OpenUpdated
SectionEnd

Function un.onInit
  Call un.FindScope
  Call un.NotRunning
FunctionEnd

Section Uninstall
  !insertmacro EachFileRemoved
  Delete "$INSTDIR\uninstall.exe"
  RMDir "$INSTDIR"
  Delete "$SMPROGRAMS\${CAPTION}.lnk"
  !insertmacro RemoveFromPath
  DeleteRegKey SHCTX "${UNINSTALL_KEY}"
SectionEnd
